use proptest::prelude::*;

use super::*;
use crate::mail::mime::{LARGEST_MAIL, MOST_LINES, MOST_PARTS};
use crate::mail::{Bounce, Delivery, Token, vouched};

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../../tests/letters/", $name, ".eml")).as_slice()
    };
}

const OUR_MAIL: &str = "g12.german.7.obaaaaaaaaaaaaaaaa.n345@fieldpost.example";

fn letter(bytes: &[u8]) -> Letter {
    Letter::parse(bytes).expect("the fixture is a mail")
}

fn vocabulary() -> Vocabulary {
    Vocabulary::new(["activate", "move", "attack", "retreat", "pass", "end"])
}

fn orders(bytes: &[u8]) -> Vec<String> {
    let orders = letter(bytes).read(&vocabulary()).orders;
    orders.into_iter().map(|line| line.text).collect()
}

#[test]
fn a_gmail_reply_yields_its_orders_and_its_sender() {
    let letter = letter(fixture!("gmail"));
    assert_eq!(letter.from.as_deref(), Some("anna.gamer@gmail.example"));
    assert_eq!(letter.message_id.as_deref(), Some("CAF0001@mail.gmail.example"));
    assert_eq!(letter.in_reply_to, [OUR_MAIL]);
    assert_eq!(letter.references.len(), 2);
    assert_eq!(letter.subject, "Re: [Fieldpost] Autumn Fog, game 12");
    assert_eq!(letter.nature, Nature::Personal);
    assert!(vouched(&letter.authentication, "mx.fieldpost.example", "anna.gamer@gmail.example"));
    assert_eq!(orders(fixture!("gmail")), ["activate 2Pz", "move 3/2Pz to 2117"]);
}

#[test]
fn an_outlook_reply_yields_its_orders_alone() {
    assert_eq!(orders(fixture!("outlook")), ["attack 2317 from 2216", "retreat \"Füsilier\" to 2115"]);
}

#[test]
fn a_phone_with_smart_signs_yields_plain_orders() {
    assert_eq!(orders(fixture!("apple-phone")), ["move 3/2Pz - 2117", "move \"Lehr\" - 2118...", "pass"]);
}

#[test]
fn flowed_text_below_the_quote_is_joined() {
    assert_eq!(
        orders(fixture!("flowed")),
        ["attack 2317 from 2216 and from 2217 and from 2218, with the support of the corps artillery", "pass"]
    );
}

#[test]
fn base64_and_encoded_headers_are_decoded() {
    let letter = letter(fixture!("base64"));
    assert_eq!(letter.subject, "Re: [Fieldpost] Autumn Fog, game 12 – los");
    assert_eq!(letter.from.as_deref(), Some("juergen@home.example"));
    assert_eq!(orders(fixture!("base64"))[1], "move Fü to 2117");
}

#[test]
fn latin_1_in_quoted_printable_is_decoded() {
    assert_eq!(
        orders(fixture!("latin1")),
        ["move B to Orthéville and a line that is so long that the program had to break it"]
    );
}

#[test]
fn bytes_without_a_charset_are_read_as_windows_1252() {
    assert_eq!(orders(fixture!("undeclared-8bit")), ["move B to Düren"]);
}

#[test]
fn html_only_mail_yields_its_text() {
    assert_eq!(orders(fixture!("html-only")), ["activate 2Pz", "move 3/2Pz to 2117", "pass"]);
}

#[test]
fn markup_that_looks_like_text_and_text_that_looks_like_markup_are_told_apart() {
    assert_eq!(
        orders(fixture!("html-attributes")),
        ["activate 2Pz", "move 3/2Pz to 2117", "attack 2317 - 2318 < 3 & 4", "pass"]
    );
    let passed_over = letter(fixture!("html-attributes")).read(&vocabulary()).passed_over;
    assert_eq!(passed_over, ["Cheers,", "Frida"]);
}

#[test]
fn a_mail_written_with_word_yields_its_orders_alone() {
    assert_eq!(orders(fixture!("html-word")), ["move 3/2Pz - 2117", "retreat \"Füsilier\" to 2115"]);
    let passed_over = letter(fixture!("html-word")).read(&vocabulary()).passed_over;
    assert_eq!(passed_over, ["Hallo,", "Mit freundlichen Grüßen", "Bernd Spieler"]);
}

#[test]
fn orders_between_quoted_lines_are_found_in_text_and_html() {
    for bytes in [fixture!("inline"), fixture!("html-inline")] {
        assert_eq!(orders(bytes), ["move 3/2Pz to 2117", "pass"]);
    }
}

#[test]
fn what_a_phone_writes_around_the_orders_is_passed_over() {
    let reading = letter(fixture!("phone")).read(&vocabulary());
    assert_eq!(orders(fixture!("phone")), ["Move 3/2Pz to 2117", "Pass"]);
    assert_eq!(reading.passed_over, ["Cześć,", "Pozdrawiam", "Piotr", "Wysłane z iPhone'a", "Fieldpost napisał(a):"]);
}

#[test]
fn encoded_files_and_outlooks_own_format_are_no_orders() {
    assert_eq!(orders(fixture!("winmail")), ["pass"]);
}

#[test]
fn of_a_mail_that_is_too_large_the_header_is_read() {
    let mut mail = fixture!("gmail").to_vec();
    mail.resize(LARGEST_MAIL + 1, b'>');
    assert_eq!(Letter::parse(&mail), Err(Unreadable::TooLarge));
    let header = Letter::of_header(&mail).expect("it has one");
    assert_eq!(header.from.as_deref(), Some("anna.gamer@gmail.example"));
    assert!(!Token::in_letter(&header).is_empty() && header.text.is_empty());
    assert_eq!(header.nature, Nature::Personal);
    assert_eq!(Letter::of_header(b""), None);
}

#[test]
fn more_lines_and_longer_headers_than_any_mail_has_are_refused() {
    let head = b"From: a@b.example\n".as_slice();
    let lines = [head, b"\n", &b"x\n".repeat(MOST_LINES)].concat();
    assert_eq!(Letter::parse(&lines), Err(Unreadable::TooManyLines));
    let long = [head, b"X-Long: ", &b"x".repeat(LONGEST_HEADER), b"\n\npass\n"].concat();
    assert_eq!(Letter::parse(&long), Err(Unreadable::LongHeader));
    assert_eq!(Letter::of_header(&long).and_then(|letter| letter.from).as_deref(), Some("a@b.example"));
}

#[test]
fn an_address_is_not_searched_for_ever() {
    let long = [b"From: a@b.example\nCc: ".as_slice(), &b"g".repeat(LONGEST_HEADER - 100), b"@b\n\npass\n"].concat();
    assert!(Token::in_letter(&letter(&long)).is_empty());
}

#[test]
fn letters_that_become_plain_ones_in_lower_case_make_no_other_address() {
    let mail = "From: mar\u{212a}@b.example\r\n\r\npass\r\n";
    assert_ne!(letter(mail.as_bytes()).from.as_deref(), Some("mark@b.example"));
}

#[test]
fn an_empty_plain_part_gives_way_to_the_html() {
    assert_eq!(orders(fixture!("empty-plain")), ["pass"]);
}

#[test]
fn an_attached_text_counts_where_the_body_says_nothing() {
    assert_eq!(orders(fixture!("attached-text")), ["move 3/2Pz to 2117", "pass"]);
}

#[test]
fn a_quoted_order_is_not_executed_again() {
    for bytes in [
        fixture!("gmail"),
        fixture!("outlook"),
        fixture!("apple-phone"),
        fixture!("flowed"),
        fixture!("base64"),
        fixture!("latin1"),
        fixture!("html-only"),
        fixture!("html-attributes"),
        fixture!("html-word"),
        fixture!("html-inline"),
        fixture!("inline"),
        fixture!("phone"),
    ] {
        let text = letter(bytes).text;
        assert!(text.contains("move 2/304 to 2216"), "{text}");
        assert!(!orders(bytes).iter().any(|order| order.contains("304")));
    }
}

#[test]
fn the_token_is_found_wherever_it_travels() {
    let all = letter(fixture!("gmail"));
    let token = Token::parse(OUR_MAIL);
    let found = |letter: &Letter| Token::in_letter(letter).first().cloned();
    assert_eq!(found(&all), token);
    let mut by_thread = all.clone();
    by_thread.recipients.clear();
    assert_eq!(found(&by_thread), token);
    let mut by_references = by_thread.clone();
    by_references.in_reply_to.clear();
    assert_eq!(found(&by_references), token, "the newest reference comes first");
    let mut by_text = by_references.clone();
    by_text.references.clear();
    assert_eq!(found(&by_text), token);
    by_text.text.clear();
    assert_eq!(found(&by_text), None);
}

#[test]
fn vacation_replies_are_ignored() {
    assert_eq!(letter(fixture!("vacation")).nature, Nature::Automatic("Auto-Submitted"));
    assert_eq!(letter(fixture!("vacation-by-subject")).nature, Nature::Automatic("Subject"));
}

#[test]
fn every_mark_of_automatic_mail_is_known() {
    for (field, reason) in [
        ("Auto-Submitted: auto-generated", "Auto-Submitted"),
        ("Precedence: junk", "Precedence"),
        ("Precedence: auto_reply", "Precedence"),
        ("Precedence: list\r\nAuto-Submitted: auto-replied", "Auto-Submitted"),
        ("Return-Path: <>", "empty Return-Path"),
        ("X-Autoreply: yes", "X-Autoreply"),
        ("X-Loop: Fieldpost", "X-Loop"),
        ("List-Id: <a.b.c>\r\nReturn-Path: <>", "empty Return-Path"),
    ] {
        let mail = format!("From: a@b.example\r\n{field}\r\n\r\npass\r\n");
        assert_eq!(letter(mail.as_bytes()).nature, Nature::Automatic(reason), "{field}");
    }
    let plain = b"From: a@b.example\r\nAuto-Submitted: no\r\nReturn-Path: <a@b.example>\r\n\r\npass";
    assert_eq!(letter(plain).nature, Nature::Personal);
}

#[test]
fn bounces_are_recognised() {
    let Nature::Bounce(bounce) = letter(fixture!("bounce")).nature else {
        panic!("a bounce is a bounce");
    };
    let delivery = Delivery {
        recipient: "nobody@home.example".to_owned(),
        action: "failed".to_owned(),
        status: "5.1.1".to_owned(),
        diagnostic: "550 5.1.1 <nobody@home.example>: Recipient address    rejected: User unknown \
                     in local recipient table"
            .to_owned(),
    };
    assert!(delivery.is_permanent());
    let about = Some(OUR_MAIL.to_owned());
    assert_eq!(bounce, Bounce { about, recipients: vec![delivery] });
}

#[test]
fn a_delay_is_no_failure() {
    let Nature::Bounce(bounce) = letter(fixture!("delayed")).nature else {
        panic!("a delay is told as a bounce");
    };
    assert_eq!(bounce.about.as_deref(), Some(OUR_MAIL));
    assert_eq!(bounce.recipients[0].status, "4.4.1");
    assert!(!bounce.recipients[0].is_permanent());
}

#[test]
fn complaints_name_the_mail_they_are_about() {
    let about = Some(OUR_MAIL.to_owned());
    assert_eq!(letter(fixture!("complaint")).nature, Nature::Complaint { about });
}

#[test]
fn an_encrypted_mail_says_so() {
    assert!(letter(fixture!("encrypted")).encrypted);
    assert!(!letter(fixture!("gmail")).encrypted);
}

#[test]
fn two_senders_are_no_sender() {
    for from in ["From: a@b.example, c@d.example", "From: a@b.example\r\nFrom: c@d.example"] {
        let mail = format!("{from}\r\nTo: play@x.example\r\n\r\npass\r\n");
        assert_eq!(letter(mail.as_bytes()).from, None, "{from}");
    }
}

#[test]
fn the_key_of_a_letter_depends_on_its_content_not_on_its_way() {
    let once = letter(fixture!("gmail"));
    let mut again = b"Received: from elsewhere\r\n".to_vec();
    again.extend_from_slice(fixture!("gmail"));
    assert_eq!(letter(&again).key, once.key);
    let edited = String::from_utf8_lossy(fixture!("gmail")).replace("2117", "2118");
    assert_ne!(letter(edited.as_bytes()).key, once.key);
}

#[test]
fn what_is_no_mail_is_refused() {
    assert_eq!(Letter::parse(b""), Err(Unreadable::NotMail));
    assert_eq!(Letter::parse(&vec![b'a'; LARGEST_MAIL + 1]), Err(Unreadable::TooLarge));
}

#[test]
fn a_mail_that_trips_the_parser_is_refused() {
    let mail = b"Content-Type: multipart/digest; boundary=b\nContent-Transfer-Encoding: base64\n\n\
                 --b\n\nContent-Type: message/rfc822\n\n\n--b--";
    assert_eq!(Letter::parse(mail), Err(Unreadable::Malformed));
}

#[test]
fn a_mail_of_endless_nesting_is_refused() {
    let nested = b"Content-Type: message/rfc822\r\n\r\n".repeat(100_000);
    assert_eq!(Letter::parse(&nested), Err(Unreadable::TooManyParts));
    let deepest = b"Content-Type: message/rfc822\r\n\r\n".repeat(MOST_PARTS);
    assert!(Letter::parse(&deepest).is_ok());
}

#[test]
fn endless_text_is_cut_at_a_line() {
    let mut mail = b"From: a@b.example\r\n\r\n".to_vec();
    mail.extend("move Ä to 1203\r\n".repeat(40_000).bytes());
    let letter = letter(&mail);
    assert!(letter.cut && letter.text.len() <= LONGEST_TEXT);
    assert!(letter.may_lack_orders());
    assert!(letter.read(&vocabulary()).orders.iter().all(|line| line.text == "move Ä to 1203"));
}

const FIXTURES: [&[u8]; 16] = [
    fixture!("gmail"),
    fixture!("outlook"),
    fixture!("apple-phone"),
    fixture!("flowed"),
    fixture!("base64"),
    fixture!("html-only"),
    fixture!("bounce"),
    fixture!("delayed"),
    fixture!("complaint"),
    fixture!("attached-text"),
    fixture!("html-attributes"),
    fixture!("html-word"),
    fixture!("html-inline"),
    fixture!("inline"),
    fixture!("phone"),
    fixture!("winmail"),
];

/// Reads all that can be read.
fn read(bytes: &[u8]) {
    let _ = Letter::of_header(bytes);
    if let Ok(letter) = Letter::parse(bytes) {
        let _ = letter.read(&vocabulary());
        let _ = Token::in_letter(&letter);
        let _ = vouched(&letter.authentication, "mx.fieldpost.example", "a@b.example");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn garbage_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }

    #[test]
    fn garbage_after_a_header_never_panics(
        kind in "(text/plain|text/html|multipart/mixed; boundary=b|multipart/report; boundary=b|message/rfc822|multipart/digest; boundary=b)",
        charset in "(; charset=(utf-7|utf-8|utf-16|iso-2022-jp|gb18030|x))?",
        encoding in "(base64|quoted-printable|8bit|x)",
        body in "(--b\n|--b--|\n|Content-Type: (text/plain|message/rfc822|message/delivery-status)\n\n|=|\\+|&|<p>|[ -~]|\\PC){0,60}",
    ) {
        let mail = format!("From: a@b.example\nContent-Type: {kind}{charset}\n\
            Content-Transfer-Encoding: {encoding}\n\n{body}");
        read(mail.as_bytes());
    }

    #[test]
    fn mutated_mails_never_panic(
        which in 0..FIXTURES.len(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..12),
    ) {
        let mut bytes = FIXTURES[which].to_vec();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at.min(bytes.len()), byte),
                2 if at < bytes.len() => {
                    bytes.remove(at);
                }
                _ => bytes.truncate(at.max(bytes.len() / 2)),
            }
        }
        read(&bytes);
    }
}
