//! What a mail server says about the sender of a letter (RFC 8601).
//!
//! Much of such a header was written by the sender: the address in the envelope, comments, reasons. So it is read by the
//! grammar, and nothing within quotes or a comment is taken for a verdict.

mod clauses;
#[cfg(test)]
mod tests;

use super::nature::Headers;
use clauses::{Word, clauses};

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
    /// A check, `dkim/1 = pass reason="…" header.d = home.net`; none for a clause without a method and its result.
    fn parse(clause: &[Word]) -> Option<Check> {
        let mut pairs = clause.split(|word| *word == Word::Equals);
        // before each sign of equality stands a name, behind it a value and the next name
        let mut name = pairs.next()?.last()?.plain();
        let mut settings = Vec::new();
        for between in pairs {
            let (value, next) = between.split_first()?;
            settings.push((std::mem::take(&mut name), value.plain()));
            name = next.last().map(Word::plain).unwrap_or_default();
        }
        let mut settings = settings.into_iter();
        let (method, result) = settings.next()?;
        // a version may follow the method
        let method = method.split('/').next()?.to_owned();
        Some(Check { method, result, properties: settings.collect() })
    }

    /// The domains that a property names, `header.i=@home.net` as `home.net`; none if it is not there.
    fn domains(&self, name: &str) -> Option<impl Iterator<Item = &str>> {
        let mut all = self.properties.iter().filter(move |(known, _)| known == name).map(|(_, value)| value).peekable();
        all.peek()?;
        Some(all.map(|value| value.rsplit('@').next().unwrap_or(value)))
    }
}

impl Authentication {
    /// A header's value; none where it breaks off in a comment or in quotes, or names no server: nothing that stands in
    /// such a one can be told from what a sender wrote.
    fn parse(header: &str) -> Option<Authentication> {
        let clauses = clauses(&header.to_ascii_lowercase())?;
        let (first, rest) = clauses.split_first()?;
        let server = first.first()?.plain();
        Some(Authentication { server, checks: rest.iter().filter_map(|clause| Check::parse(clause)).collect() })
    }

    /// All headers of this kind, the newest first; none in the place of one that cannot be read.
    pub(super) fn all(headers: &Headers) -> Vec<Option<Authentication>> {
        headers.all("authentication-results").map(Authentication::parse).collect()
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
        let mut dmarc = of("dmarc").filter(|check| check.result != "none").peekable();
        if dmarc.peek().is_some() {
            let for_domain =
                |check: &Check| check.domains("header.from").is_some_and(|mut all| all.all(|of| of == domain));
            return dmarc.all(|check| check.result == "pass" && for_domain(check));
        }
        let passed = |method, properties: [&str; 2]| {
            of(method).filter(|check| check.result == "pass").any(|check| {
                let named = properties.iter().find_map(|name| check.domains(name));
                named.is_some_and(|mut named| named.all(|named| is_aligned(named, domain)))
            })
        };
        passed("dkim", ["header.d", "header.i"]) || passed("spf", ["smtp.mailfrom", "smtp.from"])
    }
}

/// Whether our own server vouches for `address`. Only the topmost header that bears our server's name
/// counts: ours was put on last, what a sender forged lies below it. One above it that cannot be read may be ours, so it
/// ends the search.
pub fn vouched(headers: &[Option<Authentication>], our_server: &str, address: &str) -> bool {
    let readable = headers.iter().map_while(Option::as_ref);
    let ours = readable.into_iter().find(|header| header.server.eq_ignore_ascii_case(our_server));
    ours.is_some_and(|header| header.vouches_for(&address.to_ascii_lowercase()))
}

fn is_aligned(named: &str, domain: &str) -> bool {
    let parent = || {
        // One label is a top level domain, which signs nothing for anybody.
        named.contains('.') && domain.strip_suffix(named).is_some_and(|rest| rest.ends_with('.'))
    };
    !named.is_empty() && (named == domain || parent())
}
