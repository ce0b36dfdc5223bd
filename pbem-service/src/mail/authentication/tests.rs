use super::*;

const SERVER: &str = "mx.example.org";

fn vouches(header: &str, address: &str) -> bool {
    vouched(&[Authentication::parse(header)], SERVER, address)
}

#[test]
fn a_dmarc_pass_vouches_for_its_domain_alone() {
    let header = "mx.example.org; spf=pass smtp.mailfrom=x@y.net; \
                  dmarc=pass (p=NONE; sp=NONE) header.from=home.net";
    assert!(vouches(header, "Anna@Home.net"));
    assert!(!vouches(header, "anna@y.net"));
}

#[test]
fn a_dmarc_pass_that_names_no_domain_vouches_for_nobody() {
    assert!(!vouches("mx.example.org; dmarc=pass", "anna@home.net"));
    assert!(!vouches("mx.example.org; dmarc=pass; dkim=pass header.d=home.net", "anna@home.net"));
}

#[test]
fn a_dmarc_failure_outweighs_a_signature() {
    let header = "mx.example.org 1; dkim=pass header.d=home.net; dmarc=fail header.from=home.net";
    assert!(!vouches(header, "anna@home.net"));
    let twice = "mx.example.org; dmarc=pass header.from=home.net; dmarc=fail header.from=home.net";
    assert!(!vouches(twice, "anna@home.net"));
}

#[test]
fn a_signature_of_the_domain_or_its_parent_vouches() {
    assert!(vouches("mx.example.org; dkim=pass header.d=home.net", "a@home.net"));
    assert!(vouches("mx.example.org; dkim=pass header.i=@home.net", "a@mail.home.net"));
    assert!(vouches("mx.example.org; dmarc=none; spf = pass smtp.mailfrom=b@home.net", "a@home.net"));
    assert!(!vouches("mx.example.org; dkim=pass header.d=evilhome.net", "a@home.net"));
    assert!(!vouches("mx.example.org; dkim=pass header.d=net", "a@home.net"));
    assert!(!vouches("mx.example.org; dkim=fail header.d=home.net", "a@home.net"));
    assert!(!vouches("mx.example.org; none", "a@home.net"));
}

#[test]
fn only_the_topmost_header_of_our_own_server_counts() {
    let parse = Authentication::parse;
    let forged = || parse("mx.example.org; dmarc=pass header.from=home.net");
    let other = parse("mx.evil.net; dmarc=pass header.from=home.net");
    let ours = parse("mx.example.org; dmarc=fail header.from=home.net");
    let broken = parse("mx.example.org; spf=fail (it does not end; smtp.mailfrom=a@b.net");
    assert!(!vouched(&[ours, forged()], SERVER, "a@home.net"));
    assert!(!vouched(&[other], SERVER, "a@home.net"));
    assert_eq!(broken, None);
    assert!(!vouched(&[broken, forged()], SERVER, "a@home.net"), "the one that cannot be read may be ours");
}

#[test]
fn what_mail_servers_write_is_read() {
    for header in [
        // as large providers write them: signatures with signs of equality, words without a type, comments everywhere
        "mx.example.org; dkim=pass header.i=@home.net header.s=20230601 header.b=\"aB/c+d=\"; spf=pass (mx: domain of \
         b@home.net designates 192.0.2.1) smtp.mailfrom=b@home.net; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) \
         header.from=home.net",
        "mx.example.org; dkim=pass (2048-bit key; unprotected) header.d=home.net header.b=aBc/d+e= header.a=rsa-sha256; \
         dkim-atps=neutral; dmarc=none",
        "mx.example.org; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=home.net; dkim=pass (signature was verified) \
         header.d=home.net;dmarc=pass action=none header.from=home.net;compauth=pass reason=100",
        "mx.example.org 1; dmarc/1 = pass reason=\"good; signature\" header.from = home.net",
        "(a comment (in it another; \\) still)) mx.example.org (1); dkim=pass(fine)header.d=home.net(fine)",
        "\"mx.example.org\"; dmarc=pass header.from=\"home.net\"",
        "MX.Example.ORG; DMARC=PASS header.From=HOME.net",
    ] {
        assert!(vouches(header, "anna@home.net"), "{header}");
        assert!(!vouches(header, "anna@evil.net"), "{header}");
    }
}

/// What a sender can put into such a header: the address of his envelope, and what servers quote of it in comments and
/// reasons.
#[test]
fn nothing_that_a_sender_wrote_is_taken_for_a_verdict() {
    for header in [
        "spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=home.net y\"@evil.org; dmarc=fail header.from=home.net",
        "spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=home.net y\"@evil.org",
        "spf=pass smtp.mailfrom=\"(\"@evil.org; dmarc=fail header.from=home.net; dkim=pass (ok) header.d=home.net",
        "spf=pass smtp.mailfrom=\"a\\\" ; dmarc=pass header.from=home.net ; x=\\\"b\"@evil.org",
        "spf=pass smtp.mailfrom=\"a@home.net\"@evil.org",
        "spf=pass smtp.mailfrom=\"a\"@evil.org smtp.helo=home.net",
        "spf=pass (domain of \\) ; dmarc=pass header.from=home.net ; \\( designates) smtp.mailfrom=a@evil.org",
        "spf=pass (domain of \"a); dmarc=pass header.from=home.net; (\" designates) smtp.mailfrom=a@evil.org; \
         dmarc=fail header.from=home.net",
        "spf=fail reason=\"; dmarc=pass header.from=home.net\" smtp.mailfrom=a@evil.org",
        "spf=fail reason=\"x\" smtp.mailfrom=a@evil.org; dkim=none; x-spam=\"dkim=pass header.d=home.net\"",
        "spf=pass smtp.mailfrom=a@evil.org smtp.mailfrom=b@home.net",
        "dkim=pass header.d=evil.org header.d=home.net",
        "dkim=fail header.d=home.net dkim=pass",
        "spf=pass smtp.mailfrom=\"unended@evil.org; dmarc=pass header.from=home.net",
        "spf=pass (unended smtp.mailfrom=a@evil.org; dmarc=pass header.from=home.net",
        "dkim=pass header.d=home.net@evil.org",
        "dkim=pass header.d=",
        "dkim=pass header.i=@",
        "dmarc==pass header.from=home.net",
        "=; ==; dmarc=; =pass; dmarc",
    ] {
        let header = format!("{SERVER}; {header}");
        assert!(!vouches(&header, "anna@home.net"), "{header}");
    }
}

proptest::proptest! {
    /// Whatever stands between quotes, behind the sender's address, changes no verdict.
    #[test]
    fn no_quoted_text_vouches(text in "[ -~]{0,80}") {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        let header = format!("{SERVER}; spf=pass smtp.mailfrom=\"{quoted}\"@evil.org; dmarc=fail header.from=home.net");
        proptest::prop_assert!(!vouches(&header, "anna@home.net"));
        let genuine = format!("{SERVER}; spf=pass smtp.mailfrom=\"{quoted}\"@evil.org; dmarc=pass header.from=home.net");
        proptest::prop_assert!(vouches(&genuine, "anna@home.net"));
    }
}
