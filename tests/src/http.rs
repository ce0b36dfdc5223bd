//! HTTP as far as the tests need it: one request, one connection.

use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Header fields as they came.
    pub headers: Vec<(String, String)>,
    /// Its body, as text.
    pub body: String,
    /// Its body, as it came.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// A header field by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The cookie that it gives, as a browser sends it back.
    pub fn cookie(&self) -> Option<String> {
        let cookie = self.header("set-cookie")?;
        Some(cookie.split(';').next().unwrap_or_default().to_owned())
    }
}

/// Sends a request and reads the whole answer.
pub async fn request(to: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(to).await.expect("the server listens");
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    stream.write_all(head.as_bytes()).await.expect("the server reads");
    stream.write_all(body).await.expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("the server answers");
    parse(&answer)
}

fn parse(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("the answer has a head");
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let bytes = answer[end + 4..].to_vec();
    Answer {
        status: status.expect("the answer has a status"),
        headers,
        body: String::from_utf8_lossy(&bytes).into_owned(),
        bytes,
    }
}
