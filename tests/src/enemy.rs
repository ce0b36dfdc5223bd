//! Mails that nobody should send: what costs a parser time, memory or its life.

/// Bytes of the largest of them that the service reads.
const LARGE: usize = 8 << 20;

/// All of them, with a name. `head` is a header, ended lines, that makes them somebody's: From, To, Message-ID.
pub fn mails(head: &str) -> Vec<(&'static str, Vec<u8>)> {
    let flood = |piece: &str, size: usize| piece.repeat(size / piece.len());
    let plain = |body: String| format!("{head}\r\n{body}");
    let typed = |kind: &str, body: String| format!("{head}MIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n{body}");
    let html = |piece: &str| typed("text/html", format!("<p>mine 3</p>{}", flood(piece, LARGE - 1024)));
    let nested = |depth: usize| {
        let open = |at: usize| format!("Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n");
        let levels: String = (0..depth).map(open).collect();
        format!("{head}MIME-Version: 1.0\r\n{levels}\r\nmine 3\r\n")
    };
    let text = |piece: &str| plain(format!("mine 3\r\n{}", flood(piece, 1 << 18)));
    let encoded = |encoding: &str, piece: &str| {
        let body = flood(piece, LARGE - 1024);
        format!(
            "{head}MIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}"
        )
    };
    let charset =
        |name: &str| typed(&format!("text/plain; charset={name}"), flood("mine 3 +AGE- \u{1b}$B$", LARGE - 1024));
    let mails: Vec<(&'static str, String)> = vec![
        ("nothing but a header", plain(String::new())),
        ("150 multiparts in one another", nested(150)),
        ("50,000 multiparts in one another", nested(50_000)),
        ("a hundred messages in one another", typed("message/rfc822", flood("Content-Type: message/rfc822\r\n\r\n", 3000))),
        ("200,000 messages in one another", typed("message/rfc822", flood("Content-Type: message/rfc822\r\n\r\n", 6 << 20))),
        ("100,000 header fields", format!("{head}{}\r\nmine 3\r\n", flood("X-Field: value\r\n", 1_600_000))),
        ("2.7 million header fields", format!("{head}{}\r\nmine 3\r\n", flood("a:\n", LARGE - 4096))),
        ("a message of 2.7 million header fields", typed("message/rfc822", flood("a:\n", LARGE - 4096))),
        ("a message of 190,000 header fields", typed("message/rfc822", flood("a:\n", 190_000 * 3))),
        ("a header field of 8 MB", format!("{head}X-Long: {}\r\n\r\nmine 3\r\n", flood("x", LARGE - 4096))),
        ("a header field of 200 kB", format!("{head}X-Long: {}\r\n\r\nmine 3\r\n", flood("x", 200_000))),
        ("200 kB of references", format!("{head}References: {}\r\n\r\nmine 3\r\n", flood("<g1.guards.1.oaaaaaaaaaaaaaaaaaa@x>\r\n ", 200_000))),
        ("200 kB of recipients", format!("{head}Cc: {}z@z\r\n\r\nmine 3\r\n", flood("a@b, ", 200_000))),
        ("an address of 200 kB that may hold a token anywhere", format!("{head}Cc: {}@b\r\n\r\nmine 3\r\n", flood("g1.", 200_000))),
        ("a subject of 200 kB in encoded words", format!("{head}Subject: {}\r\n\r\nmine 3\r\n", flood("=?utf-8?q?=C3=A4?= ", 200_000))),
        ("200 kB of comments in comments", format!("{head}Authentication-Results: x; {}\r\n\r\nmine 3\r\n", flood("(", 200_000))),
        ("200 kB of parameters", typed(&flood("text/plain; a*0=b; ", 200_000), "mine 3\r\n".to_owned())),
        ("100,000 parts", typed("multipart/mixed; boundary=b", flood("--b\r\n\r\nx\r\n", 1_000_000))),
        ("60,000 parts", typed("multipart/mixed; boundary=b", flood("--b\r\n\r\nx\r\n", 600_000))),
        ("1.6 million parts", typed("multipart/mixed; boundary=b", flood("--b\n\n", LARGE - 4096))),
        ("180 attached texts", typed("multipart/mixed; boundary=b", flood(&format!("--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\n{}\r\n", flood(&"mine 3 ".repeat(50), 40_000)), 180 * 40_082))),
        ("a multipart without a boundary", typed("multipart/mixed", "--b\r\n\r\nmine 3\r\n--b--\r\n".to_owned())),
        ("a multipart with an empty boundary", typed("multipart/mixed; boundary=\"\"", "--\r\n\r\nmine 3\r\n----\r\n".to_owned())),
        ("a multipart that never ends", typed("multipart/alternative; boundary=b", "--b\r\nContent-Type: text/html\r\n\r\n<p>mine 3".to_owned())),
        ("8 MB of quote marks on one line", plain(flood(">", LARGE - 4096))),
        ("8 MB of quoted lines", plain(flood("> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >\r\n", LARGE - 4096))),
        ("24 MB of quote marks", plain(flood(">", 24 << 20))),
        ("8 MB of NUL", plain(flood("\0", LARGE - 4096))),
        ("8 MB of signs that turn the line", plain(flood("\u{202e}\u{2066}", LARGE - 4096))),
        ("8 MB of accents on one letter", plain(format!("mine 3{}", flood("\u{301}", LARGE - 4096)))),
        ("flowed text of 8 MB in one line", typed("text/plain; format=flowed; delsp=yes", flood(&format!("{} \r\n", "x".repeat(60)), LARGE - 4096))),
        ("8 MB of base64", encoded("base64", "bWluZSAzCg== = =*")),
        ("8 MB of quoted-printable", encoded("quoted-printable", "==3D= =3")),
        ("utf-16 that is none", charset("utf-16")),
        ("utf-7 that is none", charset("utf-7")),
        ("ISO-2022-JP that is none", charset("iso-2022-jp")),
        ("GB 18030 that is none", charset("gb18030")),
        ("a charset that there is not", charset("klingon")),
        ("HTML: a tag that never ends", html("<div a='x' ")),
        ("HTML: an attribute that never ends", html("<p title='")),
        ("HTML: nested divisions", html("<div>")),
        ("HTML: nested quotations", html("<blockquote>")),
        ("HTML: ends without a begin", html("</div></blockquote>")),
        ("HTML: tables", html("<table><tr><td>")),
        ("HTML: comments", html("<!--<!-- -- ->")),
        ("HTML: entities", html("&#x1F600&ltz&bogus;&")),
        ("HTML: a thousand attributes each", html(&format!("<b {}>", (0..1000).map(|n| format!("a{n} ")).collect::<String>()))),
        ("256 kB of greetings", text("Hi,\n")),
        ("256 kB of names below a leave-taking", text("Cheers,\nAnna Gamer\n")),
        ("256 kB of beginnings of attributions", text("On Monday and so on\n")),
        ("256 kB of attributions", text("on a@b:\n\n\n\n")),
        ("256 kB of headings", text("From: x\n\nSent: y\n\n")),
        ("256 kB of tokens", text("token: g1.guards.1.oaaaaaaaaaaaaaaaaaa\n")),
        ("256 kB of encoded files", text("begin 644 x\nM\n")),
        ("256 kB of orders", text("mine 3\n")),
        ("256 kB of talk", text("say: x\n")),
        ("one order of 256 kB", plain(format!("mine {}", flood("3", 1 << 18)))),
        ("a file written as letters", plain("begin 644 a.gif\r\nM1TE&.#EA`0`!`(`\r\n`\r\nend\r\nmine 3\r\n".to_owned())),
        ("winmail.dat", typed("multipart/mixed; boundary=b", "--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgAAAAA=\r\n--b--\r\n".to_owned())),
        ("tokens in odd places", format!("{head}Subject: token: g1.guards.1.oaaaaaaaaaaaaaaaaaa\r\nReferences: g1.guards.1.oaaaaaaaaaaaaaaaaaa <g1.guards..o@> <<<>>>\r\nCc: g@g, \"g1.guards.1.o\"@x, g1.guards.99999999999999999999.oaaaaaaaaaaaaaaaaaa@x\r\n\r\nmine 3\r\ntoken: token: g1\r\n")),
    ];
    let mut mails: Vec<(&'static str, Vec<u8>)> =
        mails.into_iter().map(|(name, mail)| (name, mail.into_bytes())).collect();
    let raw = |body: Vec<u8>| [head.as_bytes(), b"\r\n", &body].concat();
    mails.push((
        "8 MB of bytes that are no letters",
        raw((0..LARGE - 4096).map(|at| (at.wrapping_mul(197) >> 3) as u8).collect()),
    ));
    mails.push(("lines ended by carriage returns alone", raw(b"mine 3\r".repeat(1 << 20))));
    mails
}
