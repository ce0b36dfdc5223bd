//! Mails per second to a mail server on this machine, 2 kB each, over one connection:
//! ours, lettre's own pooled transport, and the bare SMTP dialogue as the limit.
//!
//! `cargo bench -p fieldpost-tests --bench mail`

use std::time::{Duration, Instant};

use fieldpost_tests::sink::Sink;
use lettre::transport::smtp::PoolConfig;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use pbem_service::mail::{Auto, Block, Content, Mail, Outgoing, Party, Section, Transport};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// The three ways take turns so often; the median of each counts.
const ROUNDS: usize = 5;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Failure> {
    let sink = Sink::start().await?;
    let mail = two_kilobytes()?;
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        rates[0].push(rate(1_000, ours(&sink, &mail, 1_000).await?));
        rates[1].push(rate(20, pooled(&sink, &mail, 20).await?));
        rates[2].push(rate(4_000, bare(&sink, &mail, 4_000).await?));
        sink.take();
    }
    let [ours, peer, limit] = rates.map(median);
    println!("mails/s of {} bytes, one connection, median of {ROUNDS}", mail.bytes.len());
    println!("name, ours, peer, limit, ours/peer, ours/limit");
    println!("smtp, {ours:.0}, {peer:.0}, {limit:.0}, {:.1}, {:.2}", ours / peer, ours / limit);
    Ok(())
}

async fn ours(sink: &Sink, mail: &Mail, count: usize) -> Result<Duration, Failure> {
    let mut transport = Transport::from_url(&sink.url())?;
    transport.send(mail).await?;
    let begun = Instant::now();
    for _ in 0..count {
        transport.send(mail).await?;
    }
    Ok(begun.elapsed())
}

async fn pooled(sink: &Sink, mail: &Mail, count: usize) -> Result<Duration, Failure> {
    let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1")
        .port(sink.address().port())
        .pool_config(PoolConfig::new().max_size(1))
        .build();
    transport.send_raw(&mail.envelope, &mail.bytes).await?;
    let begun = Instant::now();
    for _ in 0..count {
        transport.send_raw(&mail.envelope, &mail.bytes).await?;
    }
    Ok(begun.elapsed())
}

/// The same commands as prepared bytes, each answered before the next is sent.
async fn bare(sink: &Sink, mail: &Mail, count: usize) -> Result<Duration, Failure> {
    let stream = TcpStream::connect(sink.address()).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    stream.write_all(b"HELO bench\r\n").await?;
    stream.read_line(&mut line).await?;
    let mut body = mail.bytes.clone();
    body.extend_from_slice(b"\r\n.\r\n");
    let commands: [&[u8]; 4] =
        [b"MAIL FROM:<bounce@fieldpost.example>\r\n", b"RCPT TO:<anna@home.example>\r\n", b"DATA\r\n", &body];
    let begun = Instant::now();
    for _ in 0..count {
        for command in commands {
            stream.write_all(command).await?;
            line.clear();
            stream.read_line(&mut line).await?;
        }
    }
    Ok(begun.elapsed())
}

fn two_kilobytes() -> Result<Mail, Failure> {
    let party = |address: &str| Party { name: String::new(), address: address.to_owned() };
    let outgoing = Outgoing {
        from: party("play@fieldpost.example"),
        to: party("anna@home.example"),
        reply_to: None,
        return_path: "bounce@fieldpost.example".to_owned(),
        subject: "[Fieldpost] bench".to_owned(),
        message_id: "bench@fieldpost.example".to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        date: 0,
        content: Content {
            sections: vec![Section {
                heading: String::new(),
                blocks: vec![Block::Board("a line of the board\n".repeat(32))],
            }],
            ..Content::default()
        },
        auto: Auto::Generated,
        list_id: None,
        unsubscribe: None,
    };
    Ok(outgoing.compose()?)
}

fn rate(count: u32, time: Duration) -> f64 {
    f64::from(count) / time.as_secs_f64()
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
