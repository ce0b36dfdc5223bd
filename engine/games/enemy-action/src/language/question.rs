use crate::EnemyAction;
use crate::chapters::combat::situations;
use crate::chapters::{fuel, ownership};
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::order::Step;
use crate::truth::state::{Stage, Topic};
use crate::verbs;
use engine::contract::{Ask, Question, Seen, SideId};

/// An ask in words.
pub fn question(seen: Seen<'_, EnemyAction>, ask: &Ask) -> Question {
    let (definitions, view) = (seen.definitions, seen.view);
    let asked = view.public.asked.filter(|asked| asked.id == ask.id);
    let Some(asked) = asked else { return Question { title: "Nothing".to_owned(), details: Vec::new() } };
    let day = view.public.day;
    let title = match asked.topic {
        Topic::Command => format!("December {day}: which card do you play?"),
        Topic::React => "Do you answer the activation?".to_owned(),
        Topic::Blow => match &view.public.march {
            Some(march) => {
                let ends = definitions.spots(&definitions.board.river(march.bridge).ends);
                format!("{} comes to the bridge of {ends}: do you blow it?", definitions.name(march.unit))
            }
            None => "Do you blow the bridge?".to_owned(),
        },
        Topic::Greif => "Do you play Operation Greif?".to_owned(),
        Topic::Works => "Do your engineers mend or build a bridge?".to_owned(),
        Topic::Fuel => format!("December {day}: does the formation keep its fuel?"),
        Topic::Interdiction => "Do you fly interdiction?".to_owned(),
        Topic::Deployment => "Where do your reserves come?".to_owned(),
        Topic::Activation => match view.public.activation.as_ref().map(|activation| activation.stage) {
            Some(Stage::Moving) => "What do your active units do?".to_owned(),
            _ => "Whom do your active units attack, and who digs in?".to_owned(),
        },
        Topic::Replacements => "Which steps do you give back?".to_owned(),
        Topic::Tactics => "Which tactics do you play for the defence?".to_owned(),
        Topic::Chits => "How many chits do you draw in all?".to_owned(),
        Topic::DefenderHits => "How do your defenders take their hits?".to_owned(),
        Topic::AttackerHits => "How do your attackers take their hits?".to_owned(),
        Topic::Advance => "Who advances?".to_owned(),
        Topic::Excess => "Who is taken off the overfull hex?".to_owned(),
    };
    let mut details = details(definitions, view);
    let open = verbs::ALL.iter().filter(|entry| seen.check(&[], &Step::Verb(entry.verb)).is_ok());
    let words: Vec<String> = open.map(|entry| format!("`{}`", entry.line.word())).collect();
    details.push(format!("Orders: {}.", words.join(", ")));
    Question { title, details }
}

/// The facts that matter: the combat under way, the hand.
fn details(definitions: &Definitions, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(combat) = &view.public.combat {
        let (attack, defence) = situations::strengths(definitions, &view.public, combat);
        lines.push(format!("{}: strength {attack} against {defence}.", definitions.place(combat.target)));
        if !combat.drawn.is_empty() {
            let (attacker, defender, _) = situations::hits(definitions, &view.public, combat);
            lines.push(format!(
                "{} chits so far: hits on the attacker {attacker}, on the defender {defender}.",
                combat.drawn.len()
            ));
        }
        if combat.chits.1 > 0 {
            lines.push(format!("Chits: {} to {}.", combat.chits.0, combat.chits.1));
        }
    }
    for card in &view.public.shortages {
        let groups = fuel::lacking(definitions, &view.public, *card);
        let groups: Vec<String> = groups.into_iter().map(|group| definitions.group(group)).collect();
        let units = definitions.names(&fuel::dry(definitions, &view.public, *card));
        let units = if units.is_empty() { "nobody on the map".to_owned() } else { units };
        lines.push(format!(
            "{} shows no fuel for {}: {units}. Depots: {}.",
            definitions.card(*card).title,
            groups.join(", "),
            view.public.fuel
        ));
    }
    let hand = view.hand.iter().map(|card| {
        let card = definitions.card(*card);
        format!("{} ({})", card.title, card.id)
    });
    let hand: Vec<String> = hand.collect();
    lines.extend((!hand.is_empty()).then(|| format!("You hold: {}.", hand.join("; "))));
    lines
}

/// What a player sees of the game besides his question.
pub fn status(seen: Seen<'_, EnemyAction>) -> Vec<String> {
    let public = &seen.view.public;
    let cards = SideId::BOTH.map(|side| {
        let piles = &public.piles[side.index()];
        format!(
            "{}: {} cards in the hand, {} in the draw pile.",
            seen.definitions.side_name(side),
            piles.hand,
            piles.draw
        )
    });
    let points = ownership::points(seen.definitions, public);
    std::iter::once(format!("December {}; German points: {points}.", public.day)).chain(cards).collect()
}
