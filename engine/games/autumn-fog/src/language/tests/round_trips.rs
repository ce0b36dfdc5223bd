//! Orders of any kind are written and read back; garbage is answered.

use super::*;
use proptest::prelude::*;

fn any_unit() -> impl Strategy<Value = UnitId> {
    (0..DEFINITIONS.units.len() as u16).prop_map(UnitId)
}

fn any_hex() -> impl Strategy<Value = HexId> {
    (0..DEFINITIONS.board.len() as u16)
        .prop_map(HexId)
        .prop_filter("on the board", |hex| DEFINITIONS.board.grid().contains(*hex))
}

fn any_path() -> impl Strategy<Value = Vec<HexId>> {
    // no path goes from a hex into the same
    prop::collection::vec(any_hex(), 1..5).prop_map(|mut path| {
        path.dedup();
        path
    })
}

fn any_support() -> impl Strategy<Value = (UnitId, SupportKind)> {
    let hqs: Vec<UnitId> = DEFINITIONS.headquarters.iter().flatten().copied().collect();
    (prop::sample::select(hqs), prop::sample::select(SupportKind::ALL.to_vec()))
}

fn walk(begin: Vec<Step>, path: Vec<HexId>, end: &[Step]) -> Vec<Step> {
    begin.into_iter().chain(path.into_iter().map(Step::Via)).chain(end.iter().copied()).collect()
}

/// Complete orders, as the grammar of [`Step`] has them.
fn any_order() -> impl Strategy<Value = Vec<Step>> {
    let verb = Step::Verb;
    let fight = (
        prop::sample::select(vec![Verb::Attack, Verb::Prepare]),
        prop::collection::vec(any_hex(), 1..4),
        prop::collection::vec(any_unit(), 1..5),
        any_unit(),
        prop::collection::vec(any_support(), 0..4),
    );
    let loss =
        prop_oneof![any_unit().prop_map(Step::Loss), any_support().prop_map(|(hq, kind)| Step::SupportLoss(hq, kind)),];
    prop_oneof![
        Just(vec![verb(Verb::Pass)]),
        Just(vec![verb(Verb::End)]),
        Just(vec![verb(Verb::Activate), Step::General]),
        (0..DEFINITIONS.headquarters.len() as u16)
            .prop_map(move |id| vec![verb(Verb::Activate), Step::Formation(definitions::FormationId(id))]),
        any_support().prop_map(move |(hq, kind)| vec![verb(Verb::Allot), Step::Unit(hq), Step::Kind(kind)]),
        Just(vec![verb(Verb::Allot), Step::Done]),
        (any_support(), any_hex()).prop_map(move |((hq, _), hex)| vec![
            verb(Verb::Return),
            Step::Unit(hq),
            Step::Hex(hex)
        ]),
        any_support().prop_map(move |(hq, _)| vec![verb(Verb::Return), Step::Unit(hq), Step::Done]),
        (prop::sample::select(vec![Verb::Enter, Verb::Move, Verb::Deploy]), any_unit(), any_hex())
            .prop_map(move |(word, unit, hex)| vec![verb(word), Step::Unit(unit), Step::Hex(hex)]),
        (prop::sample::select(vec![Verb::Move, Verb::Advance]), any_unit(), any_path())
            .prop_map(move |(word, unit, path)| walk(vec![verb(word), Step::Unit(unit)], path, &[Step::Done])),
        (prop::sample::select(vec![Verb::Dig, Verb::Leave, Verb::Recover, Verb::Eliminate]), any_unit())
            .prop_map(move |(word, unit)| vec![verb(word), Step::Unit(unit)]),
        fight.prop_map(move |(word, targets, with, lead, supports)| {
            let mut order = vec![verb(word)];
            order.extend(targets.into_iter().map(Step::Target));
            order.extend(with.into_iter().map(Step::With));
            order.push(Step::Lead(lead));
            order.extend(supports.into_iter().map(|(hq, kind)| Step::Support(hq, kind)));
            order.push(Step::Done);
            order
        }),
        (any_unit(), prop::collection::vec(any_support(), 0..4)).prop_map(move |(lead, supports)| {
            let mut order = vec![verb(Verb::Defend), Step::Lead(lead)];
            order.extend(supports.into_iter().map(|(hq, kind)| Step::Support(hq, kind)));
            order.push(Step::Done);
            order
        }),
        prop::collection::vec(loss, 0..5).prop_map(move |losses| {
            [verb(Verb::Lose)].into_iter().chain(losses).chain([Step::Done]).collect::<Vec<Step>>()
        }),
        (prop::collection::vec(any_unit(), 1..4), any_path()).prop_map(move |(units, path)| {
            let begin = [verb(Verb::Retreat)].into_iter().chain(units.into_iter().map(Step::Unit)).collect();
            walk(begin, path, &[])
        }),
        any_hex().prop_map(move |hex| vec![verb(Verb::Mark), Step::Hex(hex)]),
        Just(vec![verb(Verb::Advance), Step::Done]),
    ]
}

proptest! {
    #[test]
    fn complete_orders_round_trip(order in any_order()) {
        let text = write(&DEFINITIONS, &order);
        for viewer in [Viewer::Side(GERMAN), Viewer::Side(ALLIED), Viewer::Observer] {
            let view = AutumnFog::view(&DEFINITIONS, &state(), viewer);
            prop_assert_eq!(parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view), &text), Ok(vec![order.clone()]), "{}", text);
        }
    }

    #[test]
    fn partial_orders_are_written_with_a_sign_that_they_go_on(order in any_order(), cut in 1usize..6) {
        let partial = &order[..cut.min(order.len())];
        let text = write(&DEFINITIONS, partial);
        let retreats = matches!(partial, [Step::Verb(Verb::Retreat), ..]);
        prop_assert!(partial.len() == order.len() || retreats || text.contains('…'), "{}", text);
    }

    #[test]
    fn garbage_is_answered_and_never_panics(
        line in prop_oneof![
            any::<String>(),
            "[a-zA-Z0-9 ,./>#→–-]{0,60}",
            "(move|attack|lose|retreat|allot|defend|return|advance|enter) ([a-z0-9,]{1,6} ){0,4}(to|via|with|lead|support|from|by) ([a-z0-9,]{1,6} ){0,4}",
        ]
    ) {
        let _ = parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view(GERMAN)), &line);
    }

    #[test]
    fn steps_in_any_order_are_written_without_panic(steps in prop::collection::vec(any_order(), 0..3)) {
        let mut all: Vec<Step> = steps.concat();
        let _ = write(&DEFINITIONS, &all);
        all.reverse();
        let _ = write(&DEFINITIONS, &all);
        all.push(Step::Verb(Verb::Lose));
        all.reverse();
        let _ = write(&DEFINITIONS, &all);
    }
}
