//! How this host is set up: one file, and variables of the environment that overrule it.

mod known;

pub use known::{Known, SETTINGS, example};

use crate::ServiceError;
use crate::mail::Transport;
use engine::chance::CHAIN_LENGTH;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

/// Where the file is looked for if nobody names another.
pub const FILE: &str = "/etc/fieldpost.toml";
/// The variable that names another; empty for none.
pub const FILE_VARIABLE: &str = "FIELDPOST_CONFIG";

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// A line for people.
    #[default]
    Text,
    /// A line of JSON.
    Json,
}

/// The settings of a host.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder for the database, the spool and mail that is not sent by SMTP.
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
    /// Where metrics are served.
    pub metrics: Option<SocketAddr>,
    /// How the log is written.
    pub log: LogForm,
    /// The least that is logged.
    pub log_level: tracing::Level,
    /// Reverse proxies that are believed.
    pub proxies: Vec<IpAddr>,
    /// Days for which mail is kept as it came.
    pub keep_mail: u32,
    /// Days for which addresses are kept after a game.
    pub keep_addresses: u32,
    /// Nothing was configured, but perhaps another port of this machine: a demo on it alone.
    pub demo: bool,
    /// Keys of the dice chains of new games. No variable: fewer only make them be renewed more often.
    pub chain_length: u32,
}

/// What was said of each setting, and where.
#[derive(Debug, Default)]
pub struct Given {
    said: BTreeMap<&'static str, (String, String)>,
    /// Variables that begin as ours and are none.
    strange: Vec<String>,
}

impl Given {
    /// What file and environment say. `variables` are those of the environment.
    ///
    /// # Errors
    /// When the file cannot be read or a value is given twice; the text names where, and the nearest known name.
    pub fn read(variables: &BTreeMap<String, String>) -> Result<Given, ServiceError> {
        let named = variables.get(FILE_VARIABLE);
        let path = named.map_or(Path::new(FILE), Path::new);
        let mut given = Given::default();
        if !path.as_os_str().is_empty() && (named.is_some() || path.exists()) {
            let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("{}: {error}", path.display())))?;
            given.file(&path.display().to_string(), &text)?;
        }
        given.environment(|name| variables.get(name).cloned())?;
        let ours = |name: &str| {
            let known = |known: &Known| {
                name == known.variable() || known.secret && name == format!("{}_FILE", known.variable())
            };
            name == FILE_VARIABLE || SETTINGS.iter().any(known)
        };
        given.strange =
            variables.keys().filter(|name| name.starts_with("FIELDPOST_") && !ours(name)).cloned().collect();
        Ok(given)
    }

    /// Variables that look like settings and are none: they have no effect, which their owner should know.
    pub fn strange(&self) -> Vec<String> {
        let known: Vec<String> = SETTINGS.iter().map(Known::variable).collect();
        self.strange.iter().map(|name| format!("{name} is no setting of mine{}", nearest(name, &known))).collect()
    }

    /// Whether anything was said.
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// All settings as they are in force, with where each was said; secrets are not shown.
    pub fn told(&self) -> String {
        let mut told = String::new();
        for known in &SETTINGS {
            let line = match self.said.get(known.key) {
                Some((_, from)) if known.secret => format!("{} = (not shown)    # {from}", known.key),
                Some((value, from)) => format!("{} = {value:?}    # {from}", known.key),
                None => format!("# {} is not set", known.key),
            };
            let _ = writeln!(told, "{line}");
        }
        told
    }

    fn file(&mut self, path: &str, text: &str) -> Result<(), ServiceError> {
        let table: toml::Table = text.parse().map_err(|error| wrong(format!("{path}: {error}")))?;
        for (key, value) in table {
            let place = |key: &str| {
                let at = |line: &str| {
                    line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
                };
                let number = text.lines().position(at).map_or(0, |line| line + 1);
                format!("{path}, line {number}")
            };
            let from_file = key.strip_suffix("_file");
            let known = SETTINGS.iter().find(|known| known.key == key || known.secret && Some(known.key) == from_file);
            let Some(known) = known else {
                let names: Vec<String> = SETTINGS.iter().map(|known| known.key.to_owned()).collect();
                return Err(wrong(format!("{}: there is no setting {key:?}{}", place(&key), nearest(&key, &names))));
            };
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Array(values) if values.iter().all(|value| value.is_str()) => {
                    values.iter().filter_map(|value| value.as_str()).collect::<Vec<_>>().join(", ")
                }
                other => return Err(wrong(format!("{}: expected a text, not {}", place(&key), other.type_str()))),
            };
            let value = if key == known.key { value } else { secret_in(&value, &place(&key))? };
            if self.said.insert(known.key, (value, place(&key))).is_some() {
                return Err(wrong(format!("{}: {0} and {0}_file exclude each other", known.key)));
            }
        }
        Ok(())
    }

    /// What the environment says overrules the file.
    fn environment(&mut self, variable: impl Fn(&str) -> Option<String>) -> Result<(), ServiceError> {
        let get = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        for known in &SETTINGS {
            let name = known.variable();
            let file = format!("{name}_FILE");
            let from_file = if known.secret { get(&file) } else { None };
            let (value, from) = match (get(&name), from_file) {
                (Some(_), Some(_)) => return Err(wrong(format!("{name} and {file} exclude each other"))),
                (Some(value), None) => (value, name),
                (None, Some(path)) => (secret_in(&path, &file)?, file),
                (None, None) => continue,
            };
            self.said.insert(known.key, (value, from));
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        self.said.get(key).map(|(value, _)| value.clone()).filter(|value| !value.trim().is_empty())
    }

    /// Where a setting was said, for complaints about it.
    fn whence(&self, key: &str) -> String {
        self.said.get(key).map_or_else(|| key.to_owned(), |(_, from)| format!("{key} ({from})"))
    }

    /// The settings.
    ///
    /// # Errors
    /// When a value makes no sense; the text names where it was said and what was expected.
    pub fn settings(&self) -> Result<Settings, ServiceError> {
        let get = |key: &str| self.get(key);
        let expected =
            |key: &str, value: &str, what: &str| wrong(format!("{} is {value:?}, expected {what}", self.whence(key)));
        let data = PathBuf::from(get("data").unwrap_or_else(|| "fieldpost-data".to_owned()));
        let file = data.join("fieldpost.sqlite");
        let bind = get("bind").unwrap_or_else(|| "127.0.0.1:8080".to_owned());
        // a name of this machine is an address, too; what it means is found out when somebody listens there
        let listens = bind.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
        if !listens {
            return Err(expected("bind", &bind, "an address and a port as 127.0.0.1:8080"));
        }
        let address = get("address").unwrap_or_else(|| "play@localhost".to_owned());
        let (user, domain) = address
            .split_once('@')
            .filter(|(user, domain)| !user.is_empty() && !domain.is_empty())
            .ok_or_else(|| expected("address", &address, "user@domain"))?;
        let base_url = get("base_url").unwrap_or_else(|| format!("http://{bind}"));
        if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
            return Err(expected("base_url", &base_url, "http(s)://…"));
        }
        let metrics = match get("metrics") {
            Some(at) => {
                Some(at.parse().map_err(|_| expected("metrics", &at, "an address and a port as 127.0.0.1:9464"))?)
            }
            None => None,
        };
        let log = match get("log").as_deref() {
            None | Some("text") => LogForm::Text,
            Some("json") => LogForm::Json,
            Some(other) => return Err(expected("log", other, "text or json")),
        };
        let log_level = match get("log_level") {
            Some(level) => level.parse().map_err(|_| expected("log_level", &level, "error, warn, info or debug"))?,
            None => tracing::Level::WARN,
        };
        let proxies = get("proxies").unwrap_or_else(|| "127.0.0.1, ::1".to_owned());
        let one =
            |text: &str| text.trim().parse().map_err(|_| expected("proxies", text, "addresses with commas between"));
        let proxies = proxies.split(',').map(one).collect::<Result<_, _>>()?;
        let days = |key: &str, otherwise: u32| match get(key) {
            Some(days) => {
                days.parse().ok().filter(|days| *days > 0).ok_or_else(|| expected(key, &days, "a number of days"))
            }
            None => Ok(otherwise),
        };
        let smtp = get("smtp");
        if let Some(Err(bad)) = smtp.as_deref().map(Transport::from_url) {
            return Err(wrong(format!("{}: {bad}", self.whence("smtp"))));
        }
        let database = get("database").unwrap_or_else(|| format!("sqlite:{}", file.display()));
        if !["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| database.starts_with(scheme)) {
            let scheme = database.split(':').next().unwrap_or_default();
            return Err(expected("database", scheme, "sqlite:PATH or postgres://…"));
        }
        let here_alone = bind.parse().is_ok_and(|address: SocketAddr| address.ip().is_loopback());
        let harmless = |key: &str| SETTINGS.iter().any(|known| known.key == key && known.harmless);
        Ok(Settings {
            database,
            data,
            base_url: base_url.trim_end_matches('/').to_owned(),
            bind,
            user: user.to_owned(),
            domain: domain.to_owned(),
            smtp,
            intake_secret: get("intake_secret"),
            authserv: get("authserv_id"),
            metrics,
            log,
            log_level,
            proxies,
            keep_mail: days("keep_mail", 30)?,
            keep_addresses: days("keep_addresses", 365)?,
            chain_length: CHAIN_LENGTH,
            demo: here_alone && self.said.keys().all(|key| harmless(key)),
        })
    }
}

impl Settings {
    /// The settings of a host without a file. `variable` gives the value of an environment variable.
    ///
    /// # Errors
    /// As [`Given::settings`].
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Settings, ServiceError> {
        let mut given = Given::default();
        given.environment(variable)?;
        given.settings()
    }

    /// Notes the address that the server got: where the system chose the port (`:0`), nobody could know it before.
    pub fn listens_on(&mut self, address: SocketAddr) {
        if self.base_url == format!("http://{}", self.bind) {
            self.base_url = format!("http://{address}");
        }
    }
}

fn wrong(what: String) -> ServiceError {
    ServiceError::Settings(what)
}

fn secret_in(path: &str, named_by: &str) -> Result<String, ServiceError> {
    let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("{named_by}: {path}: {error}")))?;
    match text.trim_end() {
        "" => Err(wrong(format!("{named_by}: {path} is empty"))),
        secret => Ok(secret.to_owned()),
    }
}

fn nearest(name: &str, known: &[String]) -> String {
    let near = known.iter().min_by_key(|known| strsim::damerau_levenshtein(name, known));
    near.filter(|near| strsim::damerau_levenshtein(name, near) <= 4)
        .map_or_else(String::new, |near| format!("; did you mean {near}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &'static str) -> Result<Settings, ServiceError> {
        Settings::read(|asked| (asked == name).then(|| value.to_owned()))
    }

    fn file(text: &str) -> Result<Given, ServiceError> {
        let mut given = Given::default();
        given.file("it.toml", text).map(|()| given)
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
    fn any_setting_ends_the_demo_but_another_port_of_this_machine_and_the_log() {
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
        assert!(with("FIELDPOST_LOG", "json").expect("sound").demo);
    }

    #[test]
    fn a_senseless_value_is_named() {
        for (name, value, expected) in [
            ("FIELDPOST_ADDRESS", "nobody", "user@domain"),
            ("FIELDPOST_BIND", "junk", "an address and a port"),
            ("FIELDPOST_BIND", "127.0.0.1:99999", "an address and a port"),
            ("FIELDPOST_BIND", ":8080", "an address and a port"),
            ("FIELDPOST_BASE_URL", "ftp://x", "http(s)://"),
            ("FIELDPOST_SMTP", "mail.example.org", "begins with none of smtp:"),
            ("FIELDPOST_DATABASE", "mysql://x", "sqlite:PATH or postgres://"),
            ("FIELDPOST_METRICS", "9464", "an address and a port"),
            ("FIELDPOST_LOG", "xml", "text or json"),
            ("FIELDPOST_LOG_LEVEL", "loud", "error, warn, info or debug"),
            ("FIELDPOST_PROXIES", "nginx", "addresses"),
            ("FIELDPOST_KEEP_MAIL", "0", "a number of days"),
        ] {
            let error = with(name, value).expect_err(name).to_string();
            assert!(error.contains(name) && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_environment_overrules_the_file() {
        let mut given =
            file("bind = \"127.0.0.1:1\"\naddress = \"a@b\"\nproxies = [\"10.0.0.1\", \"::1\"]\n").expect("reads");
        given.environment(|name| (name == "FIELDPOST_BIND").then(|| "127.0.0.1:2".to_owned())).expect("reads");
        let settings = given.settings().expect("sound");
        assert_eq!((settings.bind.as_str(), settings.user.as_str()), ("127.0.0.1:2", "a"));
        assert_eq!(settings.proxies.len(), 2);
        let told = given.told();
        assert!(told.contains("# FIELDPOST_BIND") && told.contains("# it.toml, line 2"), "{told}");
    }

    #[test]
    fn what_is_wrong_in_the_file_is_told_with_its_line() {
        for (text, expected) in [
            ("\nbnd = \"x\"\n", "line 2: there is no setting \"bnd\"; did you mean bind?"),
            ("data = [1]\n", "line 1: expected a text, not array"),
            ("data = \n", "line 1"),
            ("data_file = \"/x\"\n", "no setting \"data_file\""),
            ("smtp_file = \"/nowhere\"\n", "/nowhere"),
        ] {
            let error = file(text).expect_err(text).to_string();
            assert!(error.contains("it.toml") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_secret_comes_from_a_file_of_its_own_and_is_never_told() {
        let place = std::env::temp_dir().join(format!("fieldpost-secret-{}", std::process::id()));
        std::fs::write(&place, "open sesame\n").expect("writable");
        let given = file(&format!("intake_secret_file = {:?}\n", place.display().to_string())).expect("reads");
        assert_eq!(given.settings().expect("sound").intake_secret.as_deref(), Some("open sesame"));
        assert!(!given.told().contains("sesame"));
        let both = format!("smtp = \"smtp://x\"\nsmtp_file = {:?}\n", place.display().to_string());
        assert!(file(&both).expect_err("both").to_string().contains("exclude each other"));
        let mut environment = Given::default();
        let both = environment.environment(|name| name.contains("SMTP").then(|| place.display().to_string()));
        assert!(both.expect_err("both").to_string().contains("FIELDPOST_SMTP_FILE"));
        std::fs::remove_file(&place).expect("removable");
    }

    #[test]
    fn a_variable_that_only_looks_like_ours_is_told() {
        let variables =
            [("FIELDPOST_BASEURL".to_owned(), "x".to_owned()), (FILE_VARIABLE.to_owned(), String::new())].into();
        let given = Given::read(&variables).expect("reads");
        assert_eq!(given.strange(), ["FIELDPOST_BASEURL is no setting of mine; did you mean FIELDPOST_BASE_URL?"]);
    }

    #[test]
    fn the_committed_example_is_the_one_that_is_printed_and_reads_with_every_line_in_force() {
        let committed = include_str!("../../docs/hosting/fieldpost.toml");
        assert!(committed == example(), "cargo run -p pbem-service -- config --example > docs/hosting/fieldpost.toml");
        assert!(file(committed).expect("reads").is_empty(), "all of it is comment");
        let in_force: Vec<&str> = committed
            .lines()
            .map(|line| {
                line.strip_prefix('#').filter(|line| line.contains(" = ") && !line.starts_with(' ')).unwrap_or(line)
            })
            .collect();
        let given = file(&in_force.join("\n")).expect("reads");
        assert_eq!(given.said.len(), SETTINGS.len());
        assert!(!given.settings().expect("every example makes sense").demo);
    }
}
