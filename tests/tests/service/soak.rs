//! Games by bots that write mails as people do, and all that goes wrong with mail: greetings, mails that come twice, under one
//! name and under two, bounces, holidays, and a service that is cut off in the middle of what it does. Time is the clock's.
//!
//! Each mail with orders says a number to the table. So a mail that was taken and is not in the game is lost, and one that is
//! there more than once was carried out more than once. `just soak-week` plays fifty games for a week.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, bounce, eml, proposed, reply_to};
use pbem_service::clock::Clock;
use pbem_service::intake::Outcome;
use pbem_service::mail::{Letter, Mail, Memory, Transport};
use pbem_service::queue::SEAT;
use pbem_service::{NewGame, Service};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const HOUR: i64 = 3_600_000;
/// How much time passes from one round to the next.
const STEP: i64 = HOUR / 2;
/// Games and days in CI; the variable names other games, for a week.
const GAMES: (&str, usize, i64) = ("FIELDPOST_SOAK_WEEK", 5, 2);

/// What somebody is like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// He answers after some hours.
    Plays,
    /// A program answers for him on some days, and says so; else he plays.
    Travels,
    /// So does one that does not say what it is.
    TravelsSilently,
    /// His mail server sends mail back on some days; else he plays.
    Fails,
}

struct Seat {
    game: i64,
    side: &'static str,
    address: String,
    habit: Habit,
    /// The newest mail that asked for orders.
    asked: Option<Mail>,
}

#[derive(Default)]
struct Counted {
    written: usize,
    taken: BTreeSet<u64>,
    repeated: usize,
    cut_off: usize,
    sent_again: usize,
    games_over: usize,
}

struct Soak {
    home: Home,
    service: Arc<Service>,
    clock: Clock,
    chance: ChaCha8Rng,
    seats: Vec<Seat>,
    games: Vec<i64>,
    /// Times at which mails left, by address, and all Message-IDs.
    left: BTreeMap<String, Vec<i64>>,
    ids: BTreeSet<String>,
    counted: Counted,
}

/// Lets others go on so often; for ever without a number.
async fn a_while(rounds: Option<usize>) {
    match rounds {
        Some(rounds) => {
            for _ in 0..rounds {
                tokio::task::yield_now().await;
            }
        }
        None => std::future::pending().await,
    }
}

impl Soak {
    async fn new(seed: u64) -> Soak {
        let home = Home::new().await;
        let clock = Clock::standing_at(1_795_255_200_000);
        let service = open(&home, &clock).await;
        Soak {
            home,
            service,
            clock,
            chance: ChaCha8Rng::seed_from_u64(seed),
            seats: Vec::new(),
            games: Vec::new(),
            left: BTreeMap::new(),
            ids: BTreeSet::new(),
            counted: Counted::default(),
        }
    }

    fn one_in(&mut self, many: u32) -> bool {
        self.chance.random_range(0..many) == 0
    }

    /// How long the service lives on, once in so many times; from its first steps to its last ones.
    fn patience(&mut self, one_in: u32) -> Option<usize> {
        self.one_in(one_in).then(|| 1 << self.chance.random_range(0..15))
    }

    /// Starts a game between two people.
    async fn begin(&mut self, players: [(&'static str, String, Habit); 2]) {
        let addresses = players.iter().map(|(side, address, _)| ((*side).to_owned(), address.clone())).collect();
        let new =
            NewGame { game: "the-ford".into(), scenario: "crossing".into(), players: addresses, ..NewGame::default() };
        let game = self.service.new_game(&new).await.expect("starts");
        self.games.push(game);
        for (side, address, habit) in players {
            self.seats.push(Seat { game, side, address, habit, asked: None });
        }
    }

    /// The process ends here and now, and another begins with what the disk has.
    async fn start_again(&mut self) {
        self.counted.cut_off += 1;
        self.service = open(&self.home, &self.clock).await;
        self.service.resume_letters().await.expect("the database is there");
    }

    /// Hands a mail in as a mail server does: until it is taken. Sometimes the service ends in the middle of it.
    async fn hand_in(&mut self, mail: &[u8]) -> Outcome {
        loop {
            let patience = self.patience(25);
            let service = self.service.clone();
            let taken = tokio::select! {
                taken = service.receive(mail) => Some(taken),
                () = a_while(patience) => None,
            };
            drop(service);
            match taken {
                Some(Ok(outcome)) => return outcome,
                Some(Err(error)) => assert!(error.passes(), "{error}"),
                None => self.start_again().await,
            }
        }
    }

    /// Sends what is due. Sometimes the service ends in the middle of it.
    async fn deliver(&mut self) -> Vec<Mail> {
        let memory = Memory::default();
        let patience = self.patience(20);
        let service = self.service.clone();
        let done = tokio::select! {
            drained = service.deliver(Transport::Memory(memory.clone())) => {
                drained.expect("the database is there");
                true
            }
            () = a_while(patience) => false,
        };
        drop(service);
        if !done {
            self.start_again().await;
        }
        let mails = memory.mails();
        for mail in &mails {
            if !self.ids.insert(mail.message_id.clone()) {
                // whoever gets it once more knows it by its name
                self.counted.sent_again += 1;
                continue;
            }
            self.left.entry(mail.envelope.to()[0].to_string()).or_default().push(self.clock.now());
        }
        mails
    }

    /// What somebody's programs do with a mail of ours at once.
    async fn got(&mut self, mail: Mail) {
        let to = mail.envelope.to()[0].to_string();
        let Some(place) = self.seats.iter().rposition(|seat| seat.address == to) else { return };
        let day = self.clock.now() / (24 * HOUR);
        let away = (day + place as i64) % 4 == 0;
        let original = Letter::parse(&mail.bytes).expect("ours");
        let has_reply = String::from_utf8_lossy(&mail.bytes).contains("\r\nReply-To: ");
        let habit = self.seats[place].habit;
        let back = match habit {
            Habit::Fails if away => {
                let sender = mail.envelope.from().expect("a return path").to_string();
                let status = if self.one_in(2) { "5.1.1" } else { "4.2.2" };
                Some(bounce(&sender, &mail.message_id, "somebody", status))
            }
            Habit::Travels if away && has_reply => {
                let text = "I am on holiday until the 29th and read no mail.";
                let mail = eml(&to, &reply_to(&mail.bytes), &original, text);
                Some([b"Auto-Submitted: auto-replied\r\n".to_vec(), mail].concat())
            }
            Habit::TravelsSilently if away && has_reply => {
                Some(eml(&to, &reply_to(&mail.bytes), &original, "I am on holiday. Yours, a program"))
            }
            _ => None,
        };
        if !proposed(&original).is_empty() {
            let game = self.seats[place].game;
            let is_newest = mail.message_id.starts_with(&format!("g{game}."));
            if is_newest {
                self.seats[place].asked = Some(mail);
            }
        }
        if let Some(back) = back {
            self.hand_in(&back).await;
        }
    }

    /// Lets somebody answer the newest mail that asked him something, as people write.
    async fn answer(&mut self, place: usize) {
        let Some(mail) = self.seats[place].asked.take() else { return };
        let original = Letter::parse(&mail.bytes).expect("ours");
        let proposals = proposed(&original);
        let order = &proposals[self.chance.random_range(0..proposals.len())];
        let number = self.counted.written as u64;
        self.counted.written += 1;
        let text = match self.chance.random_range(0..4) {
            0 => format!("{order}\nsay: -{number}-"),
            1 => format!("Hi there,\n\n{order}\nsay: -{number}-\n\nCheers,\nAnna"),
            2 => format!("Dear Ben,\n\nsay: -{number}-\n\n{order}\n\n-- \nAnna\n+49 30 1234567"),
            _ => format!("{order}\r\nsay: -{number}-\r\n\r\nSent from my phone"),
        };
        let address = self.seats[place].address.clone();
        let reply = eml(&address, &reply_to(&mail.bytes), &original, &text);
        match self.hand_in(&reply).await {
            Outcome::Answered { .. } => {
                self.counted.taken.insert(number);
            }
            Outcome::Repeated => {
                // it was cut off after it was stored, and taken in when the service began again
                self.counted.repeated += 1;
                self.counted.taken.insert(number);
            }
            other => panic!("an answer to our mail is {other:?}"),
        }
        if self.one_in(10) {
            // the same mail once more, by a mail server that had lost its mind
            assert_eq!(self.hand_in(&reply).await, Outcome::Repeated);
            self.counted.repeated += 1;
        }
        if self.one_in(10) {
            // the same words under another name, by a phone that was not sure
            let twin = eml(&address, &reply_to(&mail.bytes), &original, &text);
            self.hand_in(&twin).await;
            self.counted.repeated += 1;
        }
    }

    /// Half an hour.
    async fn pass(&mut self) {
        for round in 0.. {
            assert!(round < 200, "programs write to each other without end");
            let mails = self.deliver().await;
            if mails.is_empty() {
                break;
            }
            for mail in mails {
                self.got(mail).await;
            }
        }
        for place in 0..self.seats.len() {
            if self.one_in(6) {
                self.answer(place).await;
            }
            // who was held, or could not be reached, comes back one day
            if self.one_in(60) {
                let (game, side) = (self.seats[place].game, self.seats[place].side);
                self.service.resume(game, side).await.expect("a seat");
            }
        }
        let running = self.games.clone();
        for game in running {
            let row = self.service.store.game(game).await.expect("there");
            if row.status == "over" && self.seats.iter().any(|seat| seat.game == game) {
                self.counted.games_over += 1;
                let mut players = Vec::new();
                while let Some(place) = self.seats.iter().position(|seat| seat.game == game) {
                    let seat = self.seats.remove(place);
                    players.push((seat.side, seat.address, seat.habit));
                }
                // the next game, with the sides exchanged
                let [one, other]: [_; 2] = players.try_into().unwrap_or_else(|_| panic!("two seats"));
                self.begin([(one.0, other.1, other.2), (other.0, one.1, one.2)]).await;
            }
        }
        self.clock.advance(STEP);
    }

    /// Numbers that are in no game, and those that are more than once.
    async fn lost_and_doubled(&self) -> (Vec<u64>, Vec<u64>) {
        let mut found: BTreeMap<u64, usize> = BTreeMap::new();
        for game in &self.games {
            for record in self.service.store.records(*game, 0).await.expect("readable") {
                let Some(said) = record.strip_prefix("{\"Said\"") else { continue };
                let number = said.split('-').nth(1).and_then(|number| number.parse().ok()).expect("a number");
                *found.entry(number).or_default() += 1;
            }
        }
        let lost = self.counted.taken.iter().copied().filter(|number| !found.contains_key(number)).collect();
        (lost, found.into_iter().filter(|(_, times)| *times > 1).map(|(number, _)| number).collect())
    }

    fn most_in_an_hour(&self) -> usize {
        let most = |times: &Vec<i64>| {
            let within = |from: &i64| times.iter().filter(|at| (*from..from + HOUR).contains(at)).count();
            times.iter().map(within).max().unwrap_or(0)
        };
        self.left.values().map(most).max().unwrap_or(0)
    }
}

async fn open(home: &Home, clock: &Clock) -> Arc<Service> {
    let mut service = Service::open(home.settings(None), FORD).await.expect("opens");
    service.clock = clock.clone();
    Arc::new(service)
}

#[tokio::test]
async fn nothing_is_lost_or_done_twice_however_mail_fails_and_whenever_the_service_ends() {
    let (variable, few, days) = GAMES;
    let (games, days) = match std::env::var(variable).ok().and_then(|games| games.parse().ok()) {
        Some(games) => (games, 7),
        None => (few, days),
    };
    let mut soak = Soak::new(19).await;
    for game in 0..games {
        let habits = [Habit::Plays, Habit::Travels, Habit::Fails, Habit::TravelsSilently];
        let player =
            |side: &'static str, nth: usize| (side, format!("p{game}-{nth}@players.example"), habits[(game + nth) % 4]);
        soak.begin([player("guards", 0), player("raiders", 1)]).await;
    }
    for _ in 0..days * 24 * HOUR / STEP {
        soak.pass().await;
    }
    let (lost, doubled) = soak.lost_and_doubled().await;
    let (most, counted) = (soak.most_in_an_hour(), &soak.counted);
    println!(
        "{games} games, {days} days: {} mails with orders, {} accepted, {} lost, {} doubled; {} mails left, {} of them \
         twice under one name, at most {most} to an address in an hour; {} came more than once; the service ended {} times; {} \
         games came to their end",
        counted.written,
        counted.taken.len(),
        lost.len(),
        doubled.len(),
        soak.ids.len(),
        counted.sent_again,
        counted.repeated,
        counted.cut_off,
        counted.games_over,
    );
    assert!(counted.taken.len() > games * 4 && counted.cut_off > 0, "a soak that does nothing shows nothing");
    assert_eq!((lost, doubled), (Vec::new(), Vec::new()));
    let bound = usize::try_from(SEAT.burst + HOUR / SEAT.each).expect("few");
    assert!(most <= bound, "{most} mails in an hour");
}
