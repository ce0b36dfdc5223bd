//! What becomes of the lines of one mail when one of them cannot be done, or waits.

use super::ahead::Played;
use crate::printed::GERMAN;
use crate::truth::state::{Phase, Topic};
use engine::table::Verdict;

/// The German movement of turn 2, and an order for it.
fn movement() -> (Played, String) {
    let mut game = Played::begun();
    game.until(|game| {
        let state = game.state();
        let moves =
            (state.turn, state.phase) == (2, Phase::Movement) && state.asked.is_some_and(|asked| asked.side == GERMAN);
        // their parachutists drop first
        moves && game.advised().starts_with("move ")
    });
    let order = game.advised();
    (game, order)
}

#[test]
fn one_line_that_cannot_be_done_takes_the_others_back_unless_their_player_wishes_otherwise() {
    let (mut game, order) = movement();
    let before = game.state().clone();
    let lines = [order.as_str(), "attack 1306 with 18 VG", "end", "status"];
    let told = game.given(GERMAN, &lines);
    assert!(matches!(&told[..3], [Verdict::TakenBack, Verdict::Refused { .. }, Verdict::NotReached]), "{told:?}");
    assert_eq!(*game.state(), before);

    let told = game.given(GERMAN, &["attack 1306 with 18 VG", "as far as possible", "end"]);
    assert!(matches!(&told[..], [Verdict::Refused { .. }, Verdict::Answered(_), Verdict::NotReached]), "{told:?}");
    assert_eq!(*game.state(), before, "it speaks of what stands below it");

    let lines = ["as far as possible", "move 18 VG to nowhere", &order, "attack 1306 with 18 VG", "end", &order];
    let told = game.given(GERMAN, &lines);
    assert!(matches!(&told[1..4], [Verdict::Misread(_), Verdict::Done(_), Verdict::Refused { .. }]), "{told:?}");
    let Verdict::Refused { refusal, .. } = &told[4] else { panic!("the movement was ended: {told:?}") };
    assert!(refusal.message.contains("ends what that belongs to"), "{refusal}");
    assert_eq!(told[5], Verdict::NotReached);
    assert_eq!(game.state().phase, Phase::Movement);
    assert_ne!(*game.state(), before);
}

/// German attacks of turn 1, sent in one mail by a player who is asked where the beaten go, with what comes after them.
fn attacks() -> (Played, Vec<Verdict>) {
    let mut game = Played::begun();
    let lines = [
        "standing retreats ask",
        "attack 3206 with 276 VG",
        "attack 1306 with 18 VG",
        "attack 1107 with all",
        "attack 0907 with all",
        "attack 1709 with all",
        "end combat",
        "move 1 SS Pz towards Malmedy",
        "end",
    ];
    let told = game.given(GERMAN, &lines);
    (game, told)
}

#[test]
fn what_stands_behind_orders_that_wait_waits_and_is_judged_when_its_time_comes() {
    let (game, told) = attacks();
    assert_eq!(game.state().asked.map(|asked| (asked.side, asked.topic)), Some((GERMAN, Topic::Retreat)));
    assert!(told[1..].iter().all(|verdict| matches!(verdict, Verdict::Done(_) | Verdict::Parked)), "{told:?}");
    assert_eq!(*told.last().expect("lines"), Verdict::Parked);
}

#[test]
fn attacks_that_wait_are_not_called_back_by_what_becomes_of_those_whom_they_attack() {
    let (mut game, told) = attacks();
    let waited = told.iter().filter(|verdict| **verdict == Verdict::Parked).count();
    let order = game.advised();
    assert!(order.starts_with("retreat "), "{order}");
    game.given(GERMAN, &[&order]);
    // in turn 1 the phase cannot be ended before all who stand there were attacked (4.2): that comes back
    let back = game.returned(GERMAN);
    assert!(waited > back.len() && !back.iter().any(|line| line.starts_with("attack ")), "{back:?} of {waited}");
}
