//! What a mail server says about the sender of a letter (RFC 8601).

use super::nature::Headers;

/// One `Authentication-Results` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authentication {
    /// The server that speaks, in lower case. Anybody can write such a header, so only the one that
    /// our own server put on top may be believed: see [`vouched`].
    pub server: String,
    checks: Vec<Check>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Check {
    method: String,
    result: String,
    properties: Vec<(String, String)>,
}

impl Check {
    fn property(&self, name: &str) -> Option<&str> {
        let mut all = self.properties.iter();
        all.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Authentication {
    fn parse(header: &str) -> Option<Authentication> {
        let plain = without_comments(&header.to_ascii_lowercase());
        let mut clauses = plain.split(';');
        let server = clauses.next()?.split_whitespace().next()?.to_owned();
        let checks = clauses.filter_map(|clause| {
            // "dkim = pass" is allowed as well as "dkim=pass".
            let joined = clause.replace(" =", "=").replace("= ", "=");
            let mut words = joined.split_whitespace();
            let (method, result) = words.next()?.split_once('=')?;
            let properties = words
                .filter_map(|word| word.split_once('='))
                .map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned()));
            Some(Check {
                // A version may follow: "dkim/1=pass".
                method: method.split('/').next()?.to_owned(),
                result: result.to_owned(),
                properties: properties.collect(),
            })
        });
        Some(Authentication { server, checks: checks.collect() })
    }

    /// All headers of this kind, the newest first.
    pub(super) fn all(headers: &Headers) -> Vec<Authentication> {
        headers.all("authentication-results").filter_map(Authentication::parse).collect()
    }

    /// Whether this server vouches for mail from `address`: DMARC passes for its domain, or, where
    /// DMARC says nothing, a passing DKIM signature or SPF check is for the domain or a parent of it.
    fn vouches_for(&self, address: &str) -> bool {
        let Some((_, domain)) = address.rsplit_once('@') else {
            return false;
        };
        let of = |method: &'static str| {
            let all = self.checks.iter();
            all.filter(move |check| check.method == method)
        };
        if let Some(dmarc) = of("dmarc").next()
            && dmarc.result != "none"
        {
            let for_domain = dmarc.property("header.from").is_none_or(|from| from == domain);
            return dmarc.result == "pass" && for_domain;
        }
        let passed = |method, properties: [&str; 2]| {
            of(method).filter(|check| check.result == "pass").any(|check| {
                let named = properties.iter().find_map(|name| check.property(name));
                named.is_some_and(|named| is_aligned(named, domain))
            })
        };
        passed("dkim", ["header.d", "header.i"]) || passed("spf", ["smtp.mailfrom", "smtp.from"])
    }
}

/// Whether our own server vouches for `address`. Only the topmost header that bears our server's name
/// counts: ours was put on last, what a sender forged lies below it.
pub fn vouched(headers: &[Authentication], our_server: &str, address: &str) -> bool {
    let ours = headers.iter().find(|header| header.server.eq_ignore_ascii_case(our_server));
    ours.is_some_and(|header| header.vouches_for(&address.to_ascii_lowercase()))
}

fn is_aligned(named: &str, domain: &str) -> bool {
    let named = named.rsplit('@').next().unwrap_or(named);
    let parent = || {
        // One label is a top level domain, which signs nothing for anybody.
        named.contains('.') && domain.strip_suffix(named).is_some_and(|rest| rest.ends_with('.'))
    };
    !named.is_empty() && (named == domain || parent())
}

fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = "mx.example.org";

    fn vouches(header: &str, address: &str) -> bool {
        let parsed = Authentication::parse(header).expect("a server is named");
        vouched(&[parsed], SERVER, address)
    }

    #[test]
    fn a_dmarc_pass_vouches_for_its_domain_alone() {
        let header = "mx.example.org; spf=pass smtp.mailfrom=x@y.net; \
                      dmarc=pass (p=NONE; sp=NONE) header.from=home.net";
        assert!(vouches(header, "Anna@Home.net"));
        assert!(!vouches(header, "anna@y.net"));
    }

    #[test]
    fn a_dmarc_failure_outweighs_a_signature() {
        let header = "mx.example.org 1; dkim=pass header.d=home.net; dmarc=fail header.from=home.net";
        assert!(!vouches(header, "anna@home.net"));
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
        let parse = |header| Authentication::parse(header).expect("a server is named");
        let forged = parse("mx.example.org; dmarc=pass header.from=home.net");
        let other = parse("mx.evil.net; dmarc=pass header.from=home.net");
        let ours = parse("mx.example.org; dmarc=fail header.from=home.net");
        assert!(!vouched(&[ours, forged], SERVER, "a@home.net"));
        assert!(!vouched(&[other], SERVER, "a@home.net"));
    }
}
