//! Standing orders: every kind of question about a combat is answered by its kind, and `ask` leaves it to the player.

use super::given::{GAME, Given};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::sight::View;
use crate::standing::Policy;
use crate::truth::state::{Asked, Topic};
use engine::chance::Scripted;
use engine::contract::{AskId, Rules, Seen, SideId, Speech, StandingOrders, decide};

/// What a standing order answers to what is asked now, as it would be written; the game takes it.
fn answered(given: &Given, standing: &str) -> Option<String> {
    let policy = ArdennesOffensive::amend(&GAME, &Policy::default(), standing).expect(standing);
    let (side, _) = given.asked().expect("somebody is asked");
    let view = View { side: Some(side), state: given.state.clone() };
    let ask = ArdennesOffensive::asks(&given.state)[0];
    let order = ArdennesOffensive::answer(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask, &policy)?;
    let mut chance = Scripted::new([6]);
    decide::<ArdennesOffensive>(&GAME, &given.state, side, &order, &mut chance).expect(standing);
    Some(ArdennesOffensive::write(&GAME, &order))
}

fn all(given: &Given, asked: (SideId, Topic), answers: &[(&str, Option<&str>)]) {
    assert_eq!(given.asked(), Some(asked));
    for (standing, answer) in answers {
        assert_eq!(answered(given, standing).as_deref(), *answer, "{standing}");
    }
}

#[test]
fn case_e_11_immunity_is_kept_waived_or_asked_for_as_its_standing_order_says() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729").unit("9-2di", "2521");
    given.order("attack 1729 with 1 SS Pz");
    let asked = (ALLIED, Topic::Waive);
    all(&given, asked, &[("immunity keep", Some("keep")), ("immunity waive", Some("waive")), ("immunity ask", None)]);
    assert_eq!(answered(&given, "losses few").as_deref(), Some("keep"), "other kinds leave it as it is");
}

#[test]
fn case_10_1b_losses_are_the_least_strength_the_fewest_units_or_asked_for() {
    // 3, 3, 3 and 8 for a loss of 4 or more
    let given = Given::german_combat().unit("77-26vg", "1431").unit("39-26vg", "1431").unit("18-vg", "1432");
    let mut given = given.unit("78-26vg", "1533").unit("23-2di", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 18 VG, 77/26 VG, 39/26 VG, 78/26 VG", &[1]);
    let asked = (GERMAN, Topic::Losses);
    let least = answered(&given, "losses least").expect("an answer");
    assert_eq!(least.matches("26 VG").count(), 2, "{least}");
    all(&given, asked, &[("losses few", Some("lose 18 VG")), ("losses ask", None)]);
}

#[test]
fn case_10_2a_retreats_are_led_far_near_or_asked_for() {
    let far = |end: &String| GAME.board.to_source(ALLIED, super::given::hex(end));
    // somewhere the priorities leave ways to hexes nearer to supply and farther from it
    let at = |place| {
        let given = Given::german_combat().unit("23-2di", &super::given::number(place));
        let given = super::ch10_results::retreating(given, "23-2di", 2);
        let open = super::ch10_results::ends(&given, "23-2di");
        (open.iter().map(far).min() != open.iter().map(far).max()).then_some((given, open))
    };
    let (given, open) = GAME.board.live().find_map(at).expect("a choice");
    let given = given.with(|state| {
        state.asked = Some(Asked { id: AskId(1), side: GERMAN, topic: Topic::Retreat });
    });
    let end = |standing: &str| {
        let order = answered(&given, standing).expect("an answer");
        let number = order.strip_prefix("retreat 23/2 to ").expect("a hex").to_owned();
        GAME.board.to_source(ALLIED, super::given::hex(&number))
    };
    assert_eq!(Some(end("retreats far")), open.iter().map(far).max());
    assert_eq!(Some(end("retreats near")), open.iter().map(far).min());
    assert_eq!(answered(&given, "retreats ask"), None);
}

#[test]
fn case_9_6n_the_strongest_the_weakest_or_nobody_advances_or_the_player_is_asked() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("1-1ss", "1432").unit("9-2di", "2521");
    let mut given = given.unit("102-cav", "1532");
    given.roll("attack 1532 with 1 SS Pz, 1/1 SS", &[1]);
    let answers = [
        ("advances hold", Some("hold")),
        ("advances strongest", Some("advance 1 SS Pz to 1532")),
        ("advances weakest", Some("advance 1/1 SS to 1532")),
        ("advances ask", None),
    ];
    all(&given, (GERMAN, Topic::Advance), &answers);
}

#[test]
fn cases_4_1c_and_4_1d_what_a_phase_is_used_for_is_decided_by_no_standing_order() {
    for given in [Given::german_movement(), Given::german_combat()] {
        let given = given.unit("1pz-1ss", "1432").unit("23-2di", "1532");
        assert_eq!(answered(&given, "ahead always"), None);
    }
}

#[test]
fn case_10_1b_who_covers_a_loss_exactly_is_lost_by_himself() {
    let given = super::ch10_priorities::owing(&["18-vg", "1-1ss", "77-26vg"], 4);
    let answers = [("losses least", Some("lose 1/1 SS")), ("losses few", Some("lose 1/1 SS"))];
    all(&given, (GERMAN, Topic::Losses), &answers);
}
