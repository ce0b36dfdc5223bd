//! Cases of a rulebook: given a position, when somebody orders something, then this happens or is refused.

use engine::chance::Scripted;
use engine::contract::{Game, Misread, Refusal, Seen, Setup, SideId, Viewer, begin, decide};
use engine::referee::Positions;
use std::sync::Arc;

/// A position of a game, and the dice that lie ready.
pub struct Given<G: Game> {
    /// What is printed.
    pub definitions: Arc<G::Definitions>,
    /// What is true.
    pub state: G::State,
    dice: Vec<u8>,
}

impl<G: Game> Clone for Given<G> {
    fn clone(&self) -> Given<G> {
        Given { definitions: self.definitions.clone(), state: self.state.clone(), dice: self.dice.clone() }
    }
}

/// What came of an order.
#[must_use = "a case says what comes of an order"]
pub struct Then<G: Game> {
    /// The position after it; as it was if it was refused.
    pub now: Given<G>,
    /// What happened.
    pub events: Vec<G::Event>,
    /// Why the order was not carried out.
    pub refused: Option<Refusal>,
    /// Why it was no order at all.
    pub misread: Option<Misread>,
    line: String,
    told: [Vec<String>; 3],
}

impl<G: Game> Given<G> {
    /// A state of a game with these definitions.
    pub fn of(definitions: Arc<G::Definitions>, state: G::State) -> Given<G> {
        Given { definitions, state, dice: Vec::new() }
    }

    /// The beginning of a game, up to its first ask; what is shuffled unseen lies as it was before.
    #[track_caller]
    pub fn start(setup: &Setup) -> Given<G> {
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let start = G::initial(&definitions, setup).unwrap_or_else(|fault| panic!("{fault}"));
        let state = begin::<G>(&definitions, &start, &mut Scripted::new([])).1;
        Given::of(Arc::new(definitions), state)
    }

    /// A position in words, as in a game file. If nobody is asked in it, the game is begun from it.
    #[track_caller]
    pub fn position(lines: &str) -> Given<G>
    where
        G: Positions,
    {
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let placed = G::place(&definitions, "position", lines);
        let mut state = placed.unwrap_or_else(|faults| panic!("{}", faults[0]));
        if G::asks(&state).is_empty() {
            state = begin::<G>(&definitions, &state, &mut Scripted::new([])).1;
        }
        Given::of(Arc::new(definitions), state)
    }

    /// The faces that the dice of what is ordered next will show.
    pub fn dice(mut self, faces: &[u8]) -> Given<G> {
        self.dice.extend(faces);
        self
    }

    /// A fact that a case takes for granted, written into the position as if it had happened.
    pub fn fact(mut self, event: &G::Event) -> Given<G> {
        G::evolve(&mut self.state, event);
        self
    }

    /// What was ordered before: it must be legal. A line begins with the side: `guards: mine 3`.
    #[track_caller]
    pub fn and(self, line: &str) -> Given<G> {
        self.when(line).is_done()
    }

    /// What a side would order. A line may hold several orders; those after one that is refused are not looked at.
    #[track_caller]
    pub fn when(&self, line: &str) -> Then<G> {
        let Some((who, text)) = line.split_once(':') else { panic!("`{line}`: expected a side first: `guards: pass`") };
        let (definitions, side) = (&*self.definitions, self.side(who));
        let view = G::view(definitions, &self.state, Viewer::Side(side));
        let mut then = Then {
            now: self.clone(),
            events: Vec::new(),
            refused: None,
            misread: None,
            line: line.to_owned(),
            told: Default::default(),
        };
        let orders = match G::parse(Seen::new(definitions, &view), text.trim()) {
            Ok(orders) => orders,
            Err(misread) => return Then { misread: Some(misread), ..then },
        };
        let mut dice = Scripted::new(then.now.dice.drain(..));
        for order in orders {
            match decide::<G>(definitions, &then.now.state, side, &order, &mut dice) {
                Ok((events, after)) => {
                    then.tell(&events);
                    then.events.extend(events);
                    then.now.state = after;
                }
                Err(refusal) => {
                    let view = G::view(definitions, &then.now.state, Viewer::Side(side));
                    then.refused = Some(Seen::<G>::new(definitions, &view).propose(&order, refusal));
                    break;
                }
            }
        }
        let (missing, left) = (dice.missing, dice.left());
        assert!(missing == 0, "`{line}` rolls {missing} dice more than lie ready");
        assert!(left == 0 || then.refused.is_some(), "`{line}` leaves {left} dice that nobody rolls");
        then
    }

    /// The side with a name, as players or files write it.
    #[track_caller]
    fn side(&self, who: &str) -> SideId {
        let (names, sides) = (G::sides(&self.definitions), &G::published(&self.definitions).units.sides);
        let known = |side: &SideId| {
            let id = sides.get(side.index()).map_or("", |side| side.id.as_str());
            names[side.index()].eq_ignore_ascii_case(who.trim()) || id.eq_ignore_ascii_case(who.trim())
        };
        let side = SideId::BOTH.into_iter().find(known);
        side.unwrap_or_else(|| panic!("there is no side `{who}`; there are {} and {}", names[0], names[1]))
    }

    /// What a side is asked, in words, the first question first.
    #[track_caller]
    pub fn asked(&self, who: &str) -> Vec<String> {
        let side = self.side(who);
        let view = G::view(&self.definitions, &self.state, Viewer::Side(side));
        let asks = G::asks(&self.state).into_iter().filter(|ask| ask.side == side);
        asks.map(|ask| G::question(Seen::<G>::new(&self.definitions, &view), &ask).title).collect()
    }

    /// All orders that a side may give now that begin with these words, as text.
    #[track_caller]
    pub fn legal(&self, who: &str, beginning: &str) -> Vec<String> {
        let view = G::view(&self.definitions, &self.state, Viewer::Side(self.side(who)));
        let (seen, mut open, mut whole) = (Seen::<G>::new(&self.definitions, &view), vec![Vec::new()], Vec::new());
        while let Some(order) = open.pop() {
            for (step, progress) in seen.legal(&order) {
                let longer: Vec<G::Step> = order.iter().cloned().chain([step]).collect();
                let text = G::write(&self.definitions, &longer);
                if !text.starts_with(beginning) && !beginning.starts_with(&text) {
                    continue;
                }
                match progress {
                    engine::contract::Progress::Complete => whole.push(text),
                    engine::contract::Progress::Open => open.push(longer),
                }
            }
        }
        whole.sort();
        whole
    }
}

impl<G: Game> Then<G> {
    /// Notes what each side and an observer are told of events, before they are written into the position.
    fn tell(&mut self, events: &[G::Event]) {
        let definitions = self.now.definitions.clone();
        let viewers = [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer];
        let mut at = self.now.state.clone();
        for event in events {
            for (viewer, told) in viewers.into_iter().zip(&mut self.told) {
                let seen = G::redact(&definitions, &at, event, viewer);
                told.extend(seen.and_then(|seen| G::describe(&definitions, &seen)));
            }
            G::evolve(&mut at, event);
        }
    }

    #[track_caller]
    fn must_be_done(&self) {
        if let Some(misread) = &self.misread {
            panic!("`{}`: {misread}", self.line);
        }
        if let Some(refusal) = &self.refused {
            panic!("`{}` is refused: {refusal}", self.line);
        }
    }

    /// The order was legal; what follows begins after it.
    #[track_caller]
    pub fn is_done(self) -> Given<G> {
        self.must_be_done();
        self.now
    }

    /// The order is refused by a case of the rulebook that the rule index knows, with these words.
    #[track_caller]
    pub fn is_refused_by(&self, case: &str, words: &str) -> &Then<G> {
        let Some(refusal) = &self.refused else {
            panic!("`{}` is not refused: {:?} {:?}", self.line, self.misread, self.told)
        };
        let told = refusal.to_string();
        assert_eq!(refusal.case, case, "`{}`: {told}", self.line);
        let known = G::published(&self.now.definitions).rules.get(case).is_some() || case == "order";
        assert!(known, "the rule index has no case {case}");
        assert!(told.contains(words), "`{}`: {told}", self.line);
        self
    }

    /// The line is no order, and these words say why.
    #[track_caller]
    pub fn is_misread(&self, words: &str) -> &Then<G> {
        let Some(misread) = &self.misread else { panic!("`{}` is read: {:?}", self.line, self.told) };
        assert!(misread.message.contains(words), "`{}`: {misread}", self.line);
        self
    }

    /// Something happens.
    #[track_caller]
    pub fn happens(&self, what: impl Fn(&G::Event) -> bool) -> &Then<G> {
        self.must_be_done();
        assert!(self.events.iter().any(what), "`{}`: {:?}", self.line, self.events);
        self
    }

    /// Something does not happen.
    #[track_caller]
    pub fn happens_not(&self, what: impl Fn(&G::Event) -> bool) -> &Then<G> {
        self.must_be_done();
        assert!(!self.events.iter().any(what), "`{}`: {:?}", self.line, self.events);
        self
    }

    /// A side reads this in what it is told.
    #[track_caller]
    pub fn tells(&self, who: &str, words: &str) -> &Then<G> {
        self.must_be_done();
        let told = &self.told[self.now.side(who).index()];
        assert!(told.iter().any(|line| line.contains(words)), "`{}` tells {who}: {told:#?}", self.line);
        self
    }

    /// A side does not read this in what it is told.
    #[track_caller]
    pub fn hides(&self, who: &str, words: &str) -> &Then<G> {
        self.must_be_done();
        let told = &self.told[self.now.side(who).index()];
        assert!(!told.iter().any(|line| line.contains(words)), "`{}` tells {who}: {told:#?}", self.line);
        self
    }

    /// After it a side is asked something, in these words.
    #[track_caller]
    pub fn asks(&self, who: &str, words: &str) -> &Then<G> {
        self.must_be_done();
        let asked = self.now.asked(who);
        assert!(asked.iter().any(|title| title.contains(words)), "after `{}` {who} is asked: {asked:?}", self.line);
        self
    }

    /// The game is over, in these words.
    #[track_caller]
    pub fn ends(&self, words: &str) -> &Then<G> {
        self.must_be_done();
        let outcome = G::outcome(&self.now.state).map(|outcome| outcome.words());
        assert!(outcome.as_ref().is_some_and(|told| told.contains(words)), "after `{}`: {outcome:?}", self.line);
        self
    }
}
