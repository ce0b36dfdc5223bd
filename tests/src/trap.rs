//! The Ford with a referee who falls over: it panics wherever the tests want it to, as a fault in the rules would.

use definitions::{DefinitionError, GameFiles, Overlay, Position, Published, RuleIndex};
use engine::contract::{AskId, OptionRule, Outcome, Setup, SideId, StandingRule, Thing, Viewer};
use engine::table::{
    AskInfo, Batch, Begun, Chapter, Drafted, Example, Fault, GameKind, Judged, Kind, Line, Listed, Moment, PointedAt,
    Proposed, Rejudged, Rulebook, Secrets, Session, Told, Unattended,
};
use ford::Ford;
use serde_json::Value;
use std::sync::Arc;

static FORD: Kind<Ford> = Kind::new();

/// An order with this word panics while it is judged.
pub const JUDGED: &str = "abyss";
/// What is said with this word panics while it is told to the other side.
pub const TOLD: &str = "unspeakable";

/// The game.
pub struct Trap;

impl GameKind for Trap {
    fn id(&self) -> &'static str {
        FORD.id()
    }

    fn files(&self) -> GameFiles {
        FORD.files()
    }

    fn load(&self, files: &GameFiles) -> Result<Arc<dyn Rulebook>, Vec<DefinitionError>> {
        Ok(Arc::new(TrapBook(FORD.load(files)?)))
    }
}

struct TrapBook(Arc<dyn Rulebook>);

impl Rulebook for TrapBook {
    fn hash(&self) -> &str {
        self.0.hash()
    }

    fn published(&self) -> &Published {
        self.0.published()
    }

    fn rules(&self) -> &RuleIndex {
        self.0.rules()
    }

    fn sides(&self) -> [String; 2] {
        self.0.sides()
    }

    fn options(&self) -> &'static [OptionRule] {
        self.0.options()
    }

    fn start(&self, table: &str, setup: &Setup, secrets: &Secrets) -> Result<Vec<String>, String> {
        self.0.start(table, setup, secrets)
    }

    fn open(&self, records: &[String]) -> Result<Box<dyn Session>, String> {
        Ok(Box::new(TrapSession(self.0.open(records)?)))
    }

    fn rejudge(&self, records: &[String]) -> Result<Rejudged, Fault> {
        self.0.rejudge(records)
    }

    fn moments(&self, records: &[String], viewer: Viewer) -> Result<Vec<Moment>, String> {
        self.0.moments(records, viewer)
    }

    fn story(&self, records: &[String], viewer: Viewer, lines: usize) -> Result<Vec<(usize, Told)>, String> {
        self.0.story(records, viewer, lines)
    }

    fn moment(&self, records: &[String], number: usize, viewer: Viewer) -> Result<Option<Position>, String> {
        self.0.moment(records, number, viewer)
    }
}

struct TrapSession(Box<dyn Session>);

/// Falls over where there is a word that it cannot say.
fn fall_over(lines: &[String]) {
    assert!(!lines.iter().any(|line| line.contains(TOLD)), "the herald fell over");
}

impl Session for TrapSession {
    fn apply(&mut self, record: &str) -> Result<(), String> {
        self.0.apply(record)
    }

    fn strays(&self) -> &[Fault] {
        self.0.strays()
    }

    fn compared(&self) -> usize {
        self.0.compared()
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn judge(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> Judged {
        let trips = |line: &Line| matches!(line, Line::Text(text) if text.contains(JUDGED));
        assert!(!batch.lines.iter().any(trips), "the referee fell over");
        let judged = self.0.judge(side, batch, secrets);
        Judged { after: Box::new(TrapSession(judged.after)), ..judged }
    }

    fn told(&self, from: u64, viewer: Viewer) -> Told {
        let told = self.0.told(from, viewer);
        fall_over(&told.lines);
        told
    }

    fn lines(&self, from: u64, viewer: Viewer) -> Vec<String> {
        let lines = self.0.lines(from, viewer);
        fall_over(&lines);
        lines
    }

    fn chapters(&self, from: u64, viewer: Viewer) -> Vec<Chapter> {
        fall_over(&self.0.lines(from, viewer));
        self.0.chapters(from, viewer)
    }

    fn latest(&self, viewer: Viewer) -> Told {
        let told = self.0.latest(viewer);
        fall_over(&told.lines);
        told
    }

    fn has_news(&self, from: u64, viewer: Viewer) -> bool {
        fall_over(&self.0.lines(from, viewer));
        self.0.has_news(from, viewer)
    }

    fn own_orders(&self, side: SideId) -> u32 {
        self.0.own_orders(side)
    }

    fn last_own_order(&self, side: SideId) -> u64 {
        self.0.last_own_order(side)
    }

    fn asks(&self) -> Vec<AskInfo> {
        self.0.asks()
    }

    fn asked(&self, side: SideId) -> Option<AskId> {
        self.0.asked(side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn game_turn(&self) -> u8 {
        self.0.game_turn()
    }

    fn sides(&self) -> [String; 2] {
        self.0.sides()
    }

    fn view(&self, viewer: Viewer) -> Value {
        self.0.view(viewer)
    }

    fn legal(&self, side: SideId, begun: &Begun) -> Result<Listed, String> {
        self.0.legal(side, begun)
    }

    fn why_not(&self, side: SideId, begun: &Begun, thing: &Thing) -> Result<PointedAt, String> {
        self.0.why_not(side, begun, thing)
    }

    fn drafted(&self, side: SideId, begun: &Begun) -> Result<Drafted, String> {
        self.0.drafted(side, begun)
    }

    fn examples(&self, side: SideId, count: usize) -> Vec<Example> {
        self.0.examples(side, count)
    }

    fn advise(&self, side: SideId) -> Option<Vec<Value>> {
        self.0.advise(side)
    }

    fn position(&self, viewer: Viewer) -> Position {
        self.0.position(viewer)
    }

    fn overlays(&self, viewer: Viewer) -> Vec<Overlay> {
        self.0.overlays(viewer)
    }

    fn overlays_after(&self, side: SideId, begun: &Begun) -> Result<Vec<Overlay>, String> {
        self.0.overlays_after(side, begun)
    }

    fn unattended(&self, side: SideId) -> Vec<Unattended> {
        self.0.unattended(side)
    }

    fn help(&self) -> String {
        self.0.help()
    }

    fn opening_words(&self) -> Vec<&'static str> {
        self.0.opening_words()
    }

    fn standing(&self, side: SideId) -> Vec<StandingRule> {
        self.0.standing(side)
    }

    fn parked(&self, side: SideId) -> Vec<String> {
        self.0.parked(side)
    }

    fn returned(&self, side: SideId) -> Vec<String> {
        self.0.returned(side)
    }

    fn undoable(&self, side: SideId) -> Vec<String> {
        self.0.undoable(side)
    }

    fn proposed(&self, viewer: Viewer) -> Option<Proposed> {
        self.0.proposed(viewer)
    }

    fn marks(&self) -> Vec<String> {
        self.0.marks()
    }

    fn asked_for_word(&self, side: SideId) -> Option<String> {
        self.0.asked_for_word(side)
    }

    fn was_mailed(&mut self, side: SideId, records: u64) {
        self.0.was_mailed(side, records);
    }

    fn due_keys(&self, patient: bool, secrets: &Secrets) -> Vec<String> {
        self.0.due_keys(patient, secrets)
    }

    fn waits_for_words(&self) -> bool {
        self.0.waits_for_words()
    }

    fn restored(&self, nonce: &str, secrets: &Secrets) -> Vec<String> {
        self.0.restored(nonce, secrets)
    }

    fn rules(&self) -> &RuleIndex {
        self.0.rules()
    }

    fn published(&self) -> &Published {
        self.0.published()
    }

    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(TrapSession(self.0.duplicate()))
    }
}
