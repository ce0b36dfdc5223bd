//! A week with everybody who should not write to a program: two that answer everything, one on holiday, one whose
//! address is gone, and one who talks all the time. Time is the clock's; nothing waits.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, bounce, eml, reply_to};
use pbem_service::clock::Clock;
use pbem_service::mail::{Letter, Mail, Memory, Transport};
use pbem_service::queue::{SEAT, TALK};
use pbem_service::{NewGame, Service};
use std::collections::BTreeMap;
use std::sync::Arc;

const HOUR: i64 = 3_600_000;
const STEP: i64 = 10 * 60_000;
const WEEK: i64 = 7 * 24 * HOUR;

/// What somebody does with a mail of ours: the mail that comes back to us.
type Habit = fn(&Mail, nth: usize) -> Option<Vec<u8>>;

fn to(mail: &Mail) -> String {
    mail.envelope.to()[0].to_string()
}

fn answer(mail: &Mail, text: &str) -> Option<Vec<u8>> {
    let original = Letter::parse(&mail.bytes).expect("ours");
    // a mail that takes no answer has no address for one
    let has_reply = String::from_utf8_lossy(&mail.bytes).contains("\r\nReply-To: ");
    has_reply.then(|| eml(&to(mail), &reply_to(&mail.bytes), &original, text))
}

fn ticket(mail: &Mail, nth: usize) -> Option<Vec<u8>> {
    answer(mail, &format!("Thank you for your mail.\nYour ticket is number {nth}. We shall answer soon."))
}

fn holiday(mail: &Mail, _: usize) -> Option<Vec<u8>> {
    answer(mail, "I am on holiday until the 29th and read no mail.")
}

fn gone(mail: &Mail, _: usize) -> Option<Vec<u8>> {
    let sender = mail.envelope.from().expect("a return path").to_string();
    Some(bounce(&sender, &mail.message_id, "bob", "5.1.1"))
}

fn reads(_: &Mail, _: usize) -> Option<Vec<u8>> {
    None
}

struct Week {
    service: Arc<Service>,
    clock: Clock,
    memory: Memory,
    habits: BTreeMap<String, Habit>,
    /// When which mail left.
    sent: Vec<(i64, Mail)>,
    _home: Home,
}

impl Week {
    async fn new() -> Week {
        let home = Home::new().await;
        let clock = Clock::standing_at(1_795_255_200_000);
        let mut service = Service::open(home.settings(None), FORD).await.expect("opens");
        service.clock = clock.clone();
        let (memory, habits, sent) = (Memory::default(), BTreeMap::new(), Vec::new());
        Week { service: Arc::new(service), clock, memory, habits, sent, _home: home }
    }

    async fn game(&mut self, players: [(&str, &str, Habit); 2]) -> i64 {
        for (_, address, habit) in players {
            self.habits.insert(address.to_owned(), habit);
        }
        let players = players.map(|(side, address, _)| (side.to_owned(), address.to_owned())).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        self.service.new_game(&new).await.expect("starts")
    }

    /// Sends what is due and lets everybody do with it what he does, until nothing more comes of it.
    async fn settle(&mut self) {
        for round in 0.. {
            assert!(round < 100, "programs write to each other without end");
            self.service.deliver(Transport::Memory(self.memory.clone())).await.expect("delivers");
            let mails = self.memory.mails();
            let new = mails[self.sent.len()..].to_vec();
            if new.is_empty() {
                return;
            }
            for mail in new {
                let back = self.habits.get(&to(&mail)).and_then(|habit| habit(&mail, self.sent.len()));
                self.sent.push((self.clock.now(), mail));
                if let Some(back) = back {
                    self.service.receive(&back).await.expect("taken in");
                }
            }
        }
    }

    async fn pass(&mut self, time: i64) {
        let end = self.clock.now() + time;
        while self.clock.now() < end {
            self.settle().await;
            self.clock.advance(STEP);
        }
        self.settle().await;
    }

    fn mails(&self, address: &str) -> Vec<(i64, Letter)> {
        let mine = self.sent.iter().filter(|(_, mail)| to(mail) == address);
        mine.map(|(at, mail)| (*at, Letter::parse(&mail.bytes).expect("ours"))).collect()
    }

    /// The most mails that an address got within an hour.
    fn most_in_an_hour(&self, address: &str) -> usize {
        let times: Vec<i64> = self.mails(address).iter().map(|(at, _)| *at).collect();
        let within = |from: &i64| times.iter().filter(|at| (*from..from + HOUR).contains(at)).count();
        times.iter().map(within).max().unwrap_or(0)
    }

    /// Answers the newest mail that an address got and that asks for orders.
    async fn write(&mut self, address: &str, text: &str) {
        let asks = |mail: &Mail| Letter::parse(&mail.bytes).expect("ours").text.contains("\ntoken: ");
        let mut mine = self.sent.iter().rev().filter(|(_, mail)| to(mail) == address && asks(mail));
        let reply = mine.find_map(|(_, mail)| answer(mail, text)).expect("a mail to answer");
        self.service.receive(&reply).await.expect("taken in");
    }

    async fn records(&self, game: i64, what: &str) -> Vec<String> {
        let records = self.service.store.records(game, 0).await.expect("readable");
        records.into_iter().filter(|record| record.contains(what)).collect()
    }

    async fn state(&self, game: i64, side: &str) -> String {
        self.service.store.seat(game, side).await.expect("a seat").mail
    }
}

#[tokio::test]
async fn after_a_week_of_programs_bounces_and_chatter_few_mails_have_left_and_every_game_goes_on() {
    let mut week = Week::new().await;
    let programs = week.game([("guards", "anna@a.example", ticket), ("raiders", "arno@a.example", ticket)]).await;
    let gone_game = week.game([("guards", "vera@b.example", holiday), ("raiders", "bob@b.example", gone)]).await;
    let chatter = week.game([("guards", "carl@c.example", reads), ("raiders", "rita@c.example", reads)]).await;

    let mut said = 0;
    for day in 0..7 {
        week.pass(WEEK / 7).await;
        if day == 2 {
            week.write("vera@b.example", "say: Bob, are you there?").await;
        }
        for nth in 0..72 {
            week.write("carl@c.example", &format!("say: {}-chatter-{nth}-", week.clock.now())).await;
            said += 1;
            if nth % 9 == 0 {
                week.settle().await;
            }
        }
    }
    week.pass(HOUR * 8).await;
    assert!(said >= 500);

    // however much was written to us, so much left
    let addresses = ["anna@a.example", "arno@a.example", "vera@b.example", "bob@b.example", "carl@c.example"];
    let bound = usize::try_from(SEAT.burst + HOUR / SEAT.each).expect("few");
    for address in addresses.into_iter().chain(["rita@c.example"]) {
        let (all, hour) = (week.mails(address).len(), week.most_in_an_hour(address));
        println!("{address}: {all} mails in the week, at most {hour} in an hour");
        assert!(hour <= bound, "{address}: {hour} mails in an hour");
    }
    for program in ["anna@a.example", "arno@a.example", "vera@b.example"] {
        let mails = week.mails(program);
        assert!(mails.len() <= 16, "{program}: {} mails", mails.len());
        let stopped = mails.iter().filter(|(_, mail)| mail.text.contains("MAIL STOPPED")).count();
        assert_eq!(stopped, 1, "{program} is told once");
    }
    assert!(week.mails("bob@b.example").len() <= 2, "nothing is sent to where mail comes back from");
    let talk = usize::try_from(TALK.burst + HOUR / TALK.each).expect("few");
    assert!(week.most_in_an_hour("rita@c.example") <= talk + 1);

    // nothing that was accepted is lost: each word that was taken is read once
    let accepted = week.records(chatter, "chatter-").await;
    assert!(accepted.len() >= 7 * 30, "{} accepted", accepted.len());
    let read: String = week.mails("rita@c.example").iter().map(|(_, mail)| mail.text.clone()).collect();
    for record in &accepted {
        let words = record.split('"').find(|part| part.contains("-chatter-")).expect("what he said");
        assert_eq!(read.matches(&format!("Guards says: {words}")).count(), 1, "{words}");
    }

    // the players come back: what they write counts although mail to them is held, and one click ends that
    let states = [(programs, "guards"), (programs, "raiders"), (gone_game, "guards")];
    for (game, side) in states {
        assert_eq!(week.state(game, side).await, "held", "{side} of game {game}");
    }
    assert_eq!(week.state(gone_game, "raiders").await, "bad");
    for address in ["anna@a.example", "arno@a.example", "vera@b.example"] {
        week.habits.insert(address.to_owned(), reads);
    }
    week.habits.insert("bob@new.example".to_owned(), reads);
    let cannot =
        week.mails("vera@b.example").iter().filter(|(_, mail)| mail.text.contains("CANNOT BE REACHED")).count();
    assert_eq!(cannot, 0, "it waits, as mail to her is held");
    for (game, address) in [(programs, "anna@a.example"), (gone_game, "vera@b.example")] {
        let before = week.mails(address).len();
        week.write(address, "mine 3").await;
        week.settle().await;
        assert_eq!(week.records(game, "\"Ordered\"").await.len(), 1, "the order of {address} counts");
        assert_eq!(week.mails(address).len(), before);
    }
    for (game, side) in states {
        week.service.resume(game, side).await.expect("lifted");
    }
    week.service.set_address(gone_game, "raiders", "bob@new.example").await.expect("an address");
    week.settle().await;
    for (address, wanted) in [
        ("anna@a.example", "[done] mine 3"),
        ("vera@b.example", "[done] mine 3"),
        ("arno@a.example", "Your move: "),
        ("bob@new.example", "Your move: "),
        ("bob@new.example", "Guards says: Bob, are you there?"),
    ] {
        let (_, newest) = week.mails(address).pop().expect("a mail");
        let all: String = week.mails(address).iter().map(|(_, mail)| mail.text.clone()).collect();
        assert!(all.contains(wanted), "{address}: {}", newest.text);
    }
    for (game, guards, raiders) in
        [(programs, "anna@a.example", "arno@a.example"), (gone_game, "vera@b.example", "bob@new.example")]
    {
        for (address, text) in [(guards, "bid 0"), (raiders, "bid 1")] {
            week.write(address, text).await;
            week.settle().await;
        }
        assert_eq!(week.records(game, "\"Ordered\"").await.len(), 3, "game {game} goes on");
    }
}
