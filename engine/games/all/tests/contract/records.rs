//! What records hold, and what those of earlier versions mean.

use crate::seat::{SECRETS, open, submit};
use autumn_fog::AutumnFog;
use engine::chance::hex;
use engine::contract::{Advice, Foundation, Outcome, Rules, Seen, Setup, SideId, Speech, Viewer};
use engine::table::{Batch, Chain, Counting, Kind, Line, Record};
use ford::Ford;
use std::sync::Arc;

/// The record with a value of a kind of record changed; none takes it away.
fn changed(record: &str, kind: &str, key: &str, value: Option<serde_json::Value>) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap();
    if let Some(fields) = record.get_mut(kind).and_then(|fields| fields.as_object_mut()) {
        match value {
            Some(value) => fields.insert(key.to_owned(), value),
            None => fields.remove(key),
        };
    }
    record.to_string()
}

#[test]
fn records_name_the_versions_of_rules_and_digests_and_those_without_are_of_the_first() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let read = |record: &String| serde_json::from_str::<Record<serde_json::Value, serde_json::Value>>(record).unwrap();
    assert!(matches!(read(&records[0]), Record::Started { rules: Ford::RULES, .. }));
    let digest = records.iter().position(|record| record.starts_with("{\"Digest\"")).expect("the first round began");
    assert!(matches!(read(&records[digest]), Record::Digest { turn: 1, version: Ford::STATE, .. }));

    let old = |record: &String| changed(&changed(record, "Started", "rules", None), "Digest", "version", None);
    let mut old: Vec<String> = records.iter().map(old).collect();
    assert!(matches!(read(&old[0]), Record::Started { rules: 1, .. }));
    assert!(matches!(read(&old[digest]), Record::Digest { version: 1, .. }));
    // what the first version made of the state says nothing today
    old[digest] = changed(&old[digest], "Digest", "hash", Some("00".into()));
    let again = rulebook.open(&old).unwrap();
    assert_eq!((again.view(Viewer::Observer), again.asks()), (session.view(Viewer::Observer), session.asks()));
    assert_eq!(again.strays(), []);
    assert_eq!(again.compared(), 0);
    let again = rulebook.open(&records).unwrap();
    assert_eq!((again.strays(), again.compared()), (&[][..], 1));
}

#[test]
fn a_replay_that_leads_elsewhere_than_the_game_did_is_told_and_the_game_goes_on() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let digest = records.iter().position(|record| record.starts_with("{\"Digest\"")).expect("the first round began");
    records[digest] = changed(&records[digest], "Digest", "hash", Some("00".into()));
    let mut again = rulebook.open(&records).unwrap();
    let [stray] = again.strays() else { panic!("{:?}", again.strays()) };
    assert_eq!(stray.record, digest);
    assert!(stray.message.starts_with("game turn 1 began with state 00, its replay has "), "{stray}");
    assert!(!submit(&mut records, &mut again, SideId(1), &["bid 1"]).has_fault(), "it is no dead game");
}

#[test]
fn an_outcome_that_was_stored_before_there_were_levels_has_none() {
    let stored = r#"{"winner":1,"reason":"the column was held"}"#;
    let outcome: Outcome = serde_json::from_str(stored).unwrap();
    assert_eq!((outcome.level.as_deref(), outcome.words()), (None, "the column was held".to_owned()));
    assert_eq!(serde_json::to_string(&outcome).unwrap(), stored);
    let levelled = Outcome { level: Some("narrow victory".to_owned()), ..outcome };
    assert_eq!(levelled.words(), "narrow victory, the column was held");
}

#[test]
fn a_game_of_before_numbers_its_asks_as_their_state_does_while_it_only_goes_on() {
    // so games that were stored then keep the numbers that their mails name
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let definitions = Arc::new(definitions);
    let scenario = AutumnFog::published(&definitions).scenarios[1].id.clone();
    let setup = Setup { scenario, ..Setup::default() };
    let mut records =
        engine::table::Table::<AutumnFog>::start(definitions.clone(), "", "game", &setup, &SECRETS).unwrap();
    let Record::Started { asks, .. } = &mut records[0] else { panic!("{:?}", records[0]) };
    assert_eq!(*asks, Counting::EachSide);
    *asks = Counting::default();
    let mut table = engine::table::Table::<AutumnFog>::open(definitions.clone(), &records).unwrap();
    for _ in 0..200 {
        assert_eq!(table.asks(), AutumnFog::asks(table.state()));
        let Some(ask) = table.asks().first().copied() else { break };
        let examples =
            AutumnFog::examples(Seen::<AutumnFog>::new(&definitions, &table.view(Viewer::Side(ask.side))), 2);
        let text = AutumnFog::write(&definitions, examples.last().expect("an example"));
        let batch = Batch { ask: Some(ask.id), lines: vec![Line::Text(text)] };
        let (more, _) = table.submit(ask.side, &batch, &SECRETS);
        more.iter().for_each(|record| table.apply(record));
    }
}

#[test]
fn the_published_ends_of_the_chains_are_in_the_first_record_and_sealed_keys_in_none() {
    let (_, records, _) = open(&Kind::<Ford>::new());
    let first: Record<serde_json::Value, serde_json::Value> = serde_json::from_str(&records[0]).unwrap();
    let Record::Started { public, sealed, .. } = first else { panic!("{first:?}") };
    assert_eq!(public, hex(&SECRETS.public.key(0)));
    assert_eq!(sealed, hex(&SECRETS.sealed.key(0)));
    let records = records.iter().map(|record| serde_json::from_str(record).unwrap());
    let sealed = records.filter_map(|record: Record<serde_json::Value, serde_json::Value>| match record {
        Record::Drawn { chain: Chain::Sealed, key, .. } => Some(key),
        _ => None,
    });
    assert_eq!(sealed.collect::<Vec<_>>(), [""], "the cards are shuffled by a key that nobody is told");
}
