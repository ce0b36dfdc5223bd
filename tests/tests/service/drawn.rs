//! What lies on hexsides and beside the map is in mail, page, picture and saved game, each as its reader may see it.

use artwork::Picture;
use artwork::art::Art;
use artwork::game_module::{module_outline, position_of};
use definitions::{Position, SeenCard};
use engine::contract::{Drawing, Foundation, Rules, Seen, SideId, Sight, Viewer};
use fieldpost_tests::FORD;
use fieldpost_tests::app::TestApp;
use ford::{Card, Event, Ford, State};
use pbem_service::render::stacks;
use serde_json::Value;

const RAIDERS: SideId = SideId(0);
const GUARDS: SideId = SideId(1);

/// The cards of a hand, as the JSON of a side shows them.
fn hand(view: &Value, pile: &str) -> Vec<Value> {
    let mut piles = view["position"]["piles"].as_array().expect("piles").iter();
    let laid = piles.find(|laid| laid["pile"] == pile).expect("the pile is there");
    laid["cards"].as_array().expect("cards").clone()
}

#[tokio::test]
async fn a_hand_a_hexside_marker_and_a_pile_are_in_mail_page_and_picture() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 5").await;
    for (side, own, other) in [("guards", "Guards", "Raiders"), ("raiders", "Raiders", "Guards")] {
        let cookie = app.seat(side).await;
        let view: Value =
            serde_json::from_str(&app.get(&format!("/api/games/{game}/view"), &cookie).await.body).expect("JSON");
        let faces: Vec<String> = hand(&view, &format!("{side}-hand"))
            .iter()
            .map(|card| card["Face"].as_str().expect("one's own card is seen").to_owned())
            .collect();
        assert_eq!(faces.len(), 2);
        let hidden = hand(&view, &format!("{}-hand", other.to_lowercase()));
        assert!(hidden.len() == 2 && hidden.iter().all(|card| card["Back"] == "reactions"), "{hidden:?}");

        let mut words: Vec<String> = faces.iter().map(|id| id[..1].to_uppercase() + &id[1..]).collect();
        if words[0] == words[1] {
            words = vec![format!("2 {}", words[0])];
        }
        let text = app.last(side).await.text;
        for line in [
            format!("{own}, {own}' hand: {}", words.join("; ")),
            format!("{other}, {other}' hand: 2 face down"),
            "Deck: 4 face down".to_owned(),
            "between 0301 and 0401: Guards' post".to_owned(),
            "Round: 1".to_owned(),
        ] {
            assert!(text.lines().any(|told| told == line), "{line} is not in\n{text}");
        }
        assert_eq!(text.contains("0601: Mine"), side == "guards", "{text}");

        let page = app.get(&format!("/games/{game}"), &cookie).await.body;
        let seen = page.split("<details><summary>The board as text").next().unwrap_or_default();
        assert!(seen.contains("/sign/post.svg") && seen.contains("Round <strong>1</strong>"), "{page}");
        assert_eq!(seen.matches("/card-back/reactions.svg").count(), 3, "two of the other side, the top of the deck");
        assert_eq!(seen.matches("/card/").count(), 2);
        for id in faces {
            assert!(seen.contains(&format!("/card/{id}.svg")));
            assert_eq!(app.get(&format!("/games/{game}/card/{id}.svg"), &cookie).await.status, 200);
        }
    }
    let picture = |path: &str| format!("/games/{game}/{path}");
    for path in ["card-back/reactions.svg", "sign/post.svg", "marker/mine.svg", "board.png", "position.vsav"] {
        assert_eq!(app.get(&picture(path), "").await.status, 200, "{path}");
    }
    for path in ["card-back/none.svg", "sign/none.svg", "marker/none.svg", "card/none.svg"] {
        assert_eq!(app.get(&picture(path), "").await.status, 404, "{path}");
    }
    let page = app.get(&format!("/games/{game}"), "").await.body;
    assert!(!page.contains("/card/"), "who looks on sees no card");
    app.finish().await;
}

/// A game in which the guards hold one hand or another, their mine lying in a hex.
fn dealt(guards: [Card; 2], mine: u8) -> State {
    let mut state = State::default();
    let raiders = vec![Card::Cover, Card::Ambush];
    // the deck has what is left of four and four
    let left = |card: Card| 4 - raiders.iter().chain(&guards).filter(|held| **held == card).count();
    let deck = [vec![Card::Ambush; left(Card::Ambush)], vec![Card::Cover; left(Card::Cover)]].concat();
    let hands = [raiders, guards.to_vec()];
    for event in [Event::Dealt { deck, hands }, Event::Mined { hex: mine }, Event::Round { round: 1 }] {
        Ford::evolve(&mut state, &event);
    }
    state
}

#[test]
fn what_the_guards_hold_and_where_their_mine_lies_changes_no_byte_that_others_see() {
    let definitions = Ford::definitions(&Ford::files()).expect("its definitions");
    let published = Ford::published(&definitions);
    let outline = module_outline(published, &Art::default()).expect("it has a scenario");
    let position =
        |state: &State, viewer| Ford::position(Seen::new(&definitions, &Ford::view(&definitions, state, viewer)));
    let shown = |position: &Position| {
        let setup = artwork::game_module::setup_of(published, &published.scenarios[0], position, &outline.sheets);
        let saved = outline.save(&setup).expect("it can be saved");
        let read = position_of(published, &outline.read_save(&saved).expect("and read"));
        assert_eq!((&read.piles, &read.tracks), (&position.piles, &position.tracks));
        let words: Vec<String> = stacks(published, position).iter().map(ToString::to_string).collect();
        let json = serde_json::to_string(position).expect("JSON");
        (Picture::new(published).whole(700).png(position), saved, words, json)
    };
    let hands = [[Card::Ambush, Card::Ambush], [Card::Ambush, Card::Cover], [Card::Cover, Card::Cover]];
    let states: Vec<State> = hands.into_iter().zip([1, 4, 5]).map(|(hand, mine)| dealt(hand, mine)).collect();
    for viewer in [Viewer::Side(RAIDERS), Viewer::Observer] {
        let first = shown(&position(&states[0], viewer));
        for state in &states[1..] {
            assert!(shown(&position(state, viewer)) == first, "{viewer:?}");
        }
    }
    let own: Vec<_> = states.iter().map(|state| shown(&position(state, Viewer::Side(GUARDS)))).collect();
    for (n, one) in own.iter().enumerate() {
        for other in &own[..n] {
            assert!(one.0 != other.0 && one.1 != other.1 && one.2 != other.2, "the guards see what they hold");
        }
    }
}

#[test]
fn the_post_stands_on_its_hexside_until_the_column_has_crossed_and_a_card_that_is_drawn_leaves_the_deck() {
    let definitions = Ford::definitions(&Ford::files()).expect("its definitions");
    let published = Ford::published(&definitions);
    let seen =
        |state: &State| Ford::position(Seen::new(&definitions, &Ford::view(&definitions, state, Viewer::Observer)));
    let png = |position: &Position| Picture::new(published).whole(1400).png(position);
    let state = dealt([Card::Ambush, Card::Cover], 5);
    let before = seen(&state);
    let mut bare = before.clone();
    bare.markers.clear();
    assert!(before.markers.len() == 1 && png(&before) != png(&bare), "the post is seen");
    let mut crossed = state.clone();
    for hex in 1..=3 {
        Ford::evolve(&mut crossed, &Event::Entered { hex });
    }
    assert!(seen(&crossed).markers.is_empty());
    let mut drawn = state;
    Ford::evolve(&mut drawn, &Event::Drew { card: Card::Ambush });
    let counts = |position: &Position| position.piles.iter().map(|laid| laid.cards.len()).collect::<Vec<_>>();
    assert_eq!((counts(&before), counts(&seen(&drawn))), (vec![2, 2, 4], vec![3, 2, 3]));
    assert!(png(&before) != png(&seen(&drawn)));
    let faces = seen(&drawn).piles.into_iter().flat_map(|laid| laid.cards);
    assert!(faces.into_iter().all(|card| matches!(card, SeenCard::Back(_))));
}
