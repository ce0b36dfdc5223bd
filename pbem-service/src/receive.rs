//! `fieldpost receive`: a mail from the pipe of a mail server.
//!
//! Its exit code is all that the mail server hears: 0 when the mail is taken for good, else 75, so that it tries again.
//! Any other code would make it send an honest mail back. So nothing here may panic, wait for ever or need its streams.

use pbem_service::mail::LARGEST_MAIL;
use pbem_service::settings::LogForm;
use pbem_service::{ServiceError, Settings, local_key, log, spool};
use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::panic::UnwindSafe;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What a mail server takes as "try again later" (sysexits.h).
const EX_TEMPFAIL: u8 = 75;
/// How long the running server has to take a mail from the pipe.
const PATIENCE: Duration = Duration::from_secs(20);
/// What is read of a mail that is too large for us, so that the pipe does not break: then its header is answered.
const LARGEST_PIPE: u64 = 1 << 30;
/// The first line of an answer is shorter.
const LONGEST_STATUS: usize = 1 << 10;

/// Hands the mail on standard input to the server, else to the spool. A mail is never lost: if neither takes it, the
/// mail server is told to try again. `settings` reads them, which may fail as all the rest may.
pub fn receive(settings: impl FnOnce() -> Result<Settings, ServiceError> + UnwindSafe) -> ExitCode {
    let received = std::panic::catch_unwind(|| {
        log::start(LogForm::Text, tracing::Level::WARN);
        take(&settings()?, &mut io::stdin().lock())
    });
    let failed = match received {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "it panicked".to_owned(),
    };
    log::tell(&format!("receive: {failed}; the mail server should try again"));
    again()
}

/// What ends the program when a mail is not taken, whatever the reason.
pub fn again() -> ExitCode {
    ExitCode::from(EX_TEMPFAIL)
}

fn take(settings: &Settings, pipe: &mut impl Read) -> Result<(), Box<dyn Error>> {
    let mut mail = Vec::new();
    pipe.take(LARGEST_MAIL as u64 + 1).read_to_end(&mut mail)?;
    if mail.is_empty() {
        return Err("nothing came on standard input".into());
    }
    io::copy(&mut pipe.take(LARGEST_PIPE), &mut io::sink())?;
    if let Err(error) = hand_over(settings, &mail, PATIENCE) {
        let path = spool::leave(&settings.data, &mail).map_err(|fault| {
            format!("the server does not take it ({error}), and neither does {}: {fault}", settings.data.display())
        })?;
        log::tell(&format!("the server does not take a mail ({error}); left in {}", path.display()));
    }
    Ok(())
}

/// Posts a mail to the server on this machine.
///
/// # Errors
/// When it does not say within this time that it has taken it.
fn hand_over(settings: &Settings, mail: &[u8], patience: Duration) -> Result<(), Box<dyn Error>> {
    let until = Instant::now() + patience;
    let port = settings.bind.rsplit_once(':').map_or("8080", |(_, port)| port).parse()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, left(until)?.min(Duration::from_secs(2)))?;
    let secret = match &settings.intake_secret {
        Some(secret) => secret.clone(),
        None => local_key::read(&settings.data).map_err(|error| format!("the key of this machine: {error}"))?,
    };
    let head = format!(
        "POST /intake HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: message/rfc822\r\n\
         X-Fieldpost-Secret: {secret}\r\nContent-Length: {}\r\n\r\n",
        mail.len()
    );
    // a server that takes or gives a little now and then must not stretch the time
    for mut rest in [head.as_bytes(), mail] {
        while !rest.is_empty() {
            stream.set_write_timeout(Some(left(until)?))?;
            match stream.write(rest)? {
                0 => return Err("the server reads no more".into()),
                written => rest = rest.get(written..).unwrap_or_default(),
            }
        }
    }
    let mut answer = Vec::new();
    let mut piece = [0; 256];
    while !answer.contains(&b'\n') && answer.len() < LONGEST_STATUS {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(&mut piece)? {
            0 => break,
            read => answer.extend(piece.iter().take(read)),
        }
    }
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.lines().next().unwrap_or("no answer");
    if status.split(' ').nth(1) == Some("202") { Ok(()) } else { Err(status.to_owned().into()) }
}

/// What is left of the time until a moment.
fn left(until: Instant) -> Result<Duration, &'static str> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err("it took too long") } else { Ok(left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    const SHORT: Duration = Duration::from_millis(200);

    /// What comes of a mail that is handed to a server which does this with the connection.
    fn handed_to(patience: Duration, serve: impl FnOnce(TcpStream) + Send + 'static) -> Result<(), String> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has one").to_string();
        let server = std::thread::spawn(move || serve(listener.accept().expect("somebody calls").0));
        let settings = Settings::read(|name| match name {
            "FIELDPOST_BIND" => Some(address.clone()),
            "FIELDPOST_INTAKE_SECRET" => Some("open sesame".to_owned()),
            _ => None,
        })
        .expect("sound");
        let handed = hand_over(&settings, b"From: a@b\r\n\r\npass\r\n", patience).map_err(|error| error.to_string());
        server.join().expect("the server ends");
        handed
    }

    #[test]
    fn only_a_202_takes_a_mail() {
        for (answer, taken) in [
            ("HTTP/1.1 202 Accepted\r\n\r\n", true),
            ("HTTP/1.1 202", true),
            ("HTTP/1.1 200 OK\r\n\r\n202", false),
            ("HTTP/1.1 500 Internal Server Error\r\n\r\n", false),
            ("HTTP/1.1 413 Payload Too Large\r\n\r\n", false),
            ("220 mail.example ESMTP\r\n", false),
            ("\u{0}\u{ff}", false),
            ("", false),
        ] {
            let handed = handed_to(PATIENCE, move |mut stream| {
                let mut request = [0; 1024];
                while !request.windows(4).any(|four| four == b"pass") {
                    let read = stream.read(&mut request).expect("readable");
                    assert!(read > 0, "the whole mail comes");
                }
                stream.write_all(answer.as_bytes()).expect("writable");
            });
            assert_eq!(handed.is_ok(), taken, "{answer:?}: {handed:?}");
        }
    }

    #[test]
    fn a_server_that_says_nothing_is_not_waited_for() {
        let handed = handed_to(SHORT, |mut stream| {
            // until the other side has given up
            let _ = io::copy(&mut stream, &mut io::sink());
        });
        assert!(handed.is_err());
    }

    #[test]
    fn a_server_that_answers_letter_by_letter_is_not_waited_for() {
        let handed = handed_to(SHORT, |mut stream| while stream.write_all(b"x").is_ok() && stream.flush().is_ok() {});
        assert!(handed.is_err(), "it says a lot, and never that it took the mail");
    }
}
