//! A host of The Ford in a process of its own, for tests that stop or kill it.

use pbem_service::Settings;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A host in a process of its own.
pub struct Host {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Host {
    /// Starts one; `program` is the path of `ford-host`.
    pub fn start(program: &str, settings: &Settings) -> Host {
        Host::try_start(program, settings).unwrap_or_else(|said| panic!("no address in {said:?}"))
    }

    /// The same, or what it said instead of its address.
    ///
    /// # Errors
    /// What it printed.
    pub fn try_start(program: &str, settings: &Settings) -> Result<Host, String> {
        let mut command = Command::new(program);
        command
            .env("FIELDPOST_DATA", &settings.data)
            .env("FIELDPOST_DATABASE", &settings.database)
            .env("FIELDPOST_BIND", "127.0.0.1:0")
            .env("FIELDPOST_ADDRESS", "play@fieldpost.example");
        if let Some(smtp) = &settings.smtp {
            command.env("FIELDPOST_SMTP", smtp);
        }
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the host starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output is ours");
        BufReader::new(output).read_line(&mut line).expect("it can be read");
        match line.trim().rsplit("http://").next().and_then(|address| address.parse().ok()) {
            Some(address) => Ok(Host { process, address }),
            None => {
                process.wait().expect("it ends");
                Err(line)
            }
        }
    }

    /// SIGKILL: no handler runs, nothing is flushed.
    pub fn kill(mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it ends");
    }

    /// SIGTERM: how it ends.
    pub fn stop(mut self) -> ExitStatus {
        let id = self.process.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().expect("it is told");
        self.process.wait().expect("it ends")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // one that has ended already is no concern of ours
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
