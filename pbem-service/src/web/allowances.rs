//! How much one visitor may have made for him: modules, pictures and the past of a game cost seconds, and what is at hand
//! already costs him nothing. And how much he may begin without having shown who he is: games, and mails to addresses that
//! he names. What a host does at all is limited besides; this leaves room in it for others.

use crate::ServiceError;
use actix_web::{HttpMessage, HttpRequest};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Who asks, as the nearest proxy of ours names him.
#[derive(Clone, Copy)]
pub struct Caller(pub IpAddr);

/// So many things at once, then one after each of so many seconds.
const BURST: NonZeroU32 = NonZeroU32::new(60).expect("not zero");
const EACH: Duration = Duration::from_secs(2);
/// The same of what he begins.
const BEGUN: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
const BEGUN_EACH: Duration = Duration::from_secs(60);
/// Visitors that are remembered. Of more, those who were not seen yet share one allowance.
const REMEMBERED: usize = 20_000;
/// After so many things it is looked who need not be remembered any more.
const TIDIED: usize = 1000;

/// The allowances of all visitors.
pub struct Allowances {
    made: Limited,
    begun: Limited,
}

impl Default for Allowances {
    fn default() -> Allowances {
        Allowances { made: Limited::new(BURST, EACH), begun: Limited::new(BEGUN, BEGUN_EACH) }
    }
}

impl Allowances {
    /// Takes one thing that is made for a visitor.
    ///
    /// # Errors
    /// When there is nothing left of his allowance.
    pub fn admit(&self, request: &HttpRequest) -> Result<(), ServiceError> {
        self.made.take(caller(request), "of your pictures and files")
    }

    /// Takes one thing that a visitor begins.
    ///
    /// # Errors
    /// The same.
    pub fn begin(&self, request: &HttpRequest) -> Result<(), ServiceError> {
        self.begun.take(caller(request), "games and mails")
    }
}

fn caller(request: &HttpRequest) -> IpAddr {
    let visitor = request.extensions().get::<Caller>().map(|visitor| visitor.0);
    visitor.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// One kind of allowance.
struct Limited {
    allowances: DefaultKeyedRateLimiter<IpAddr>,
    taken: AtomicUsize,
}

impl Limited {
    fn new(burst: NonZeroU32, each: Duration) -> Limited {
        let quota = Quota::with_period(each).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
        Limited { allowances: RateLimiter::keyed(quota), taken: AtomicUsize::new(0) }
    }

    fn take(&self, visitor: IpAddr, what: &'static str) -> Result<(), ServiceError> {
        // whose allowance is whole again need not be remembered
        if self.taken.fetch_add(1, Ordering::Relaxed).is_multiple_of(TIDIED) {
            self.allowances.retain_recent();
            self.allowances.shrink_to_fit();
        }
        let is_full = self.allowances.len() >= REMEMBERED;
        let key = if is_full { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { network(visitor) };
        self.allowances.check_key(&key).map_err(|_| ServiceError::Crowded(what))
    }
}

/// Whoever has one address of IPv6 has the 64 bits below it, too.
fn network(visitor: IpAddr) -> IpAddr {
    match visitor {
        IpAddr::V4(_) => visitor,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(allowances: &Allowances, address: &str) -> bool {
        allowances.made.take(address.parse().expect("an address"), "things").is_ok()
    }

    #[test]
    fn who_has_used_up_his_allowance_waits_and_others_do_not() {
        let allowances = Allowances::default();
        let had = (0..100).filter(|_| taken(&allowances, "10.0.0.1")).count();
        assert!((60..=62).contains(&had), "{had}");
        assert!(taken(&allowances, "10.0.0.2"));
    }

    #[test]
    fn one_network_of_ipv6_is_one_visitor() {
        let allowances = Allowances::default();
        let had = (0..100).filter(|nth| taken(&allowances, &format!("2001:db8::{nth:x}"))).count();
        assert!((60..=62).contains(&had), "{had}");
        assert!(taken(&allowances, "2001:db8:0:1::1"));
    }

    #[test]
    fn however_many_come_only_so_many_are_remembered() {
        let allowances = Allowances::default();
        for nth in 0..50_000_u32 {
            let _ = allowances.made.take(IpAddr::V4(Ipv4Addr::from_bits(nth + 1)), "things");
        }
        assert!(allowances.made.allowances.len() <= REMEMBERED + 1, "{}", allowances.made.allowances.len());
    }
}
