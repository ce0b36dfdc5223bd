//! The settings that there are, and the file in which each is explained.

use std::fmt::Write;

/// A setting: its key in the file, which in capitals behind `FIELDPOST_` is its variable.
pub struct Known {
    /// The key.
    pub key: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What holds without it, as it would stand in the file; for some there is only an example.
    pub example: &'static str,
    /// Whether it may hold a password. Such a one may also be read from a file that `KEY_file` names.
    pub(super) secret: bool,
    /// Whether a demo stays a demo with it.
    pub(super) harmless: bool,
}

const fn known(key: &'static str, example: &'static str, meaning: &'static str) -> Known {
    Known { key, meaning, example, secret: false, harmless: false }
}

impl Known {
    const fn secret(self) -> Known {
        Known { secret: true, ..self }
    }

    const fn harmless(self) -> Known {
        Known { harmless: true, ..self }
    }

    /// Its variable.
    pub fn variable(&self) -> String {
        format!("FIELDPOST_{}", self.key.to_ascii_uppercase())
    }
}

/// All settings. With none of them the service runs as a demo on this machine alone; where it listens and how it logs may be
/// said, if only this machine reaches it.
pub const SETTINGS: [Known; 14] = [
    known(
        "data",
        "/var/lib/fieldpost",
        "Folder for the database, the spool and mail that is not sent by SMTP. Without it ./fieldpost-data.",
    ),
    known(
        "database",
        "sqlite:/var/lib/fieldpost/fieldpost.sqlite",
        "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME; several instances may share a PostgreSQL database. \
         Without it SQLite in the data folder.",
    )
    .secret(),
    known("bind", "127.0.0.1:8080", "Address and port to listen on.").harmless(),
    known(
        "base_url",
        "https://games.example.org",
        "How players reach the pages, for links in mail; https makes cookies secure. Without it http:// and the address \
         above.",
    ),
    known(
        "address",
        "play@games.example.org",
        "The address that takes orders. Reply addresses add +TOKEN to it, and mail that does not arrive comes back to \
         bounces+TOKEN at the same domain. Without it play@localhost.",
    ),
    known(
        "smtp",
        "smtp://localhost",
        "Where mail is handed over: smtp://[USER:PASSWORD@]HOST[:PORT], with STARTTLS outside of this machine, or \
         smtps://… Without it mail is written into the data folder.",
    )
    .secret(),
    known(
        "intake_secret",
        "as long as you like, from a generator of passwords",
        "What POST /intake must carry in X-Fieldpost-Secret. Needed where the mail server runs `fieldpost receive` as \
         another user than the service. Without it the key in local.key of the data folder, which only its owner can read.",
    )
    .secret(),
    known(
        "authserv_id",
        "games.example.org",
        "Your mail server's name in Authentication-Results; orders then need its word on the sender. Without it reply \
         token and sender's address suffice.",
    ),
    known(
        "metrics",
        "127.0.0.1:9464",
        "Address and port for GET /metrics, which only your monitoring should reach. Without it there are none.",
    )
    .harmless(),
    known("log", "text", "How the log is written to standard error: text, or json.").harmless(),
    known(
        "log_level",
        "info",
        "The least that is logged: error, warn, info (each request and mail) or debug. Without it warn.",
    ).harmless(),
    known(
        "proxies",
        "127.0.0.1, ::1",
        "Addresses of the reverse proxies whose X-Forwarded-For and X-Request-Id are believed.",
    )
    .harmless(),
    known(
        "keep_mail",
        "30",
        "Days for which mail is kept as it came in, what was set aside, and what mail servers said of ours.",
    )
    .harmless(),
    known(
        "keep_addresses",
        "365",
        "Days for which the players' addresses are kept after the last thing that happened in a game that is over.",
    )
    .harmless(),
];

/// The file with all settings, each as a comment.
pub fn example() -> String {
    let mut text = String::from(
        "# Settings of Fieldpost. Each may be overruled by a variable: FIELDPOST_BIND for bind. What may hold a password can\n\
         # stand in a file of its own: intake_secret_file = \"/run/secrets/intake\", or FIELDPOST_INTAKE_SECRET_FILE.\n\
         # `fieldpost config` tells what is in force, and where it was said.\n",
    );
    for known in &SETTINGS {
        text.push_str("\n#");
        let mut width = 1;
        for word in known.meaning.split_whitespace() {
            if width + word.chars().count() + 1 > 100 {
                text.push_str("\n#");
                width = 1;
            }
            let _ = write!(text, " {word}");
            width += word.chars().count() + 1;
        }
        let _ = write!(text, "\n#{} = {:?}\n", known.key, known.example);
    }
    text
}
