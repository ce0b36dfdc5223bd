//! How this host is set up, read from the environment.

use crate::ServiceError;
use engine::chance::CHAIN_LENGTH;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where to listen: a demo may be told it, too.
const BIND: &str = "FIELDPOST_BIND";

/// All variables that are read. With none of them set the service runs as a demo on this machine alone; the address to
/// listen on may be set, if only this machine reaches it.
pub const VARIABLES: [(&str, &str); 8] = [
    ("FIELDPOST_DATA", "folder for the database, the spool and mail that is not sent by SMTP; ./fieldpost-data"),
    ("FIELDPOST_DATABASE", "sqlite:PATH or postgres://…; a SQLite file in the data folder"),
    (BIND, "address and port to listen on; 127.0.0.1:8080"),
    ("FIELDPOST_BASE_URL", "how players reach the pages, for links in mail; http://127.0.0.1:8080"),
    ("FIELDPOST_ADDRESS", "the address that takes orders; reply addresses add +token to it; play@localhost"),
    ("FIELDPOST_SMTP", "smtp://[user:password@]host[:port] or smtps://…; unset: mail goes into the data folder"),
    (
        "FIELDPOST_INTAKE_SECRET",
        "what POST /intake must carry in X-Fieldpost-Secret; the key in local.key of the data folder",
    ),
    (
        "FIELDPOST_AUTHSERV_ID",
        "name of your mail server in Authentication-Results; orders then need its word on the sender",
    ),
];

/// The settings of a host.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder for everything that is kept.
    pub data: PathBuf,
    /// URL of the database.
    pub database: String,
    /// Address and port to listen on.
    pub bind: String,
    /// How players reach the pages, without a slash at the end; see [`Settings::listens_on`].
    pub base_url: String,
    /// User of the address that takes orders.
    pub user: String,
    /// Domain of that address, and of Message-IDs.
    pub domain: String,
    /// Where mail is handed over.
    pub smtp: Option<String>,
    /// What a raw mail by HTTP must carry.
    pub intake_secret: Option<String>,
    /// The mail server whose word on a sender counts.
    pub authserv: Option<String>,
    /// Nothing was configured, but perhaps another port of this machine: a demo on it alone.
    pub demo: bool,
    /// Keys of the dice chains of new games. No variable: fewer only make them be renewed more often.
    pub chain_length: u32,
}

impl Settings {
    /// Reads the settings. `variable` gives the value of an environment variable.
    ///
    /// # Errors
    /// When a value makes no sense; the text names the variable and what was expected.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Settings, ServiceError> {
        let get = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let data = PathBuf::from(get("FIELDPOST_DATA").unwrap_or_else(|| "fieldpost-data".to_owned()));
        let file = data.join("fieldpost.sqlite");
        let bind = get(BIND).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
        let address = get("FIELDPOST_ADDRESS").unwrap_or_else(|| "play@localhost".to_owned());
        let (user, domain) =
            address.split_once('@').filter(|(user, domain)| !user.is_empty() && !domain.is_empty()).ok_or_else(
                || ServiceError::Unreadable(format!("FIELDPOST_ADDRESS is {address:?}, expected user@domain")),
            )?;
        let here_alone = bind.parse().is_ok_and(|address: SocketAddr| address.ip().is_loopback());
        let base_url = get("FIELDPOST_BASE_URL").unwrap_or_else(|| format!("http://{bind}"));
        if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
            return Err(ServiceError::Unreadable(format!("FIELDPOST_BASE_URL is {base_url:?}, expected http(s)://…")));
        }
        Ok(Settings {
            database: get("FIELDPOST_DATABASE").unwrap_or_else(|| format!("sqlite:{}", file.display())),
            data,
            base_url: base_url.trim_end_matches('/').to_owned(),
            bind,
            user: user.to_owned(),
            domain: domain.to_owned(),
            smtp: get("FIELDPOST_SMTP"),
            intake_secret: get("FIELDPOST_INTAKE_SECRET"),
            authserv: get("FIELDPOST_AUTHSERV_ID"),
            chain_length: CHAIN_LENGTH,
            demo: here_alone && VARIABLES.iter().all(|(name, _)| *name == BIND || get(name).is_none()),
        })
    }

    /// Notes the address that the server got: where the system chose the port (`:0`), nobody could know it before.
    pub fn listens_on(&mut self, address: SocketAddr) {
        if self.base_url == format!("http://{}", self.bind) {
            self.base_url = format!("http://{address}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &'static str) -> Result<Settings, ServiceError> {
        Settings::read(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn without_configuration_it_is_a_demo_on_this_machine() {
        let settings = Settings::read(|_| None).expect("defaults are sound");
        assert!(settings.demo);
        assert!(settings.bind.starts_with("127.0.0.1:"));
        assert_eq!(settings.smtp, None);
    }

    #[test]
    fn a_port_that_the_system_chose_becomes_known_when_the_server_listens() {
        let mut settings = with("FIELDPOST_BIND", "127.0.0.1:0").expect("sound");
        settings.listens_on(([127, 0, 0, 1], 4711).into());
        assert_eq!(settings.base_url, "http://127.0.0.1:4711");
        let mut settings = with("FIELDPOST_BASE_URL", "https://games.example/").expect("sound");
        settings.listens_on(([127, 0, 0, 1], 4711).into());
        assert_eq!(settings.base_url, "https://games.example");
    }

    #[test]
    fn any_variable_ends_the_demo_but_another_port_of_this_machine() {
        for (name, value) in
            [("FIELDPOST_BIND", "0.0.0.0:9"), ("FIELDPOST_BIND", "example:9"), ("FIELDPOST_SMTP", "smtp://localhost")]
        {
            assert!(!with(name, value).expect("sound").demo, "{name}={value}");
        }
        for bind in ["127.0.0.1:9", "[::1]:9"] {
            let demo = with("FIELDPOST_BIND", bind).expect("sound");
            assert!(demo.demo, "{bind}");
            assert_eq!(demo.base_url, format!("http://{bind}"), "links lead there");
        }
    }

    #[test]
    fn a_senseless_value_is_named() {
        let error = with("FIELDPOST_ADDRESS", "nobody").expect_err("no domain").to_string();
        assert!(error.contains("FIELDPOST_ADDRESS") && error.contains("user@domain"));
        assert!(with("FIELDPOST_BASE_URL", "ftp://x").is_err());
    }
}
