//! Standing orders never leave a defence without the support that is at hand, unless they say so.

use autumn_fog::AutumnFog;
use autumn_fog::order::{Step, Verb};
use autumn_fog::standing::Standing;
use autumn_fog::state::Pending;
use engine::contract::{Rules, StandingOrders};
use testing::RandomGames;

#[test]
fn a_supported_defence_is_never_silently_none() {
    let games = RandomGames::<AutumnFog>::new(6);
    let rules = AutumnFog::standing(&games.definitions, &Standing::default());
    let defend = rules.iter().find(|rule| rule.kind == "defend").expect("a rule for the defence");
    let amended = |value: &str| AutumnFog::amend(&games.definitions, &Standing::default(), &format!("defend {value}"));
    let refuses = |value: &str| value.split(' ').any(|word| word == "none");
    let values = defend.choices.iter().map(|(value, _)| value.as_str()).filter(|value| !refuses(value));
    let policies: Vec<Standing> = values.map(|value| amended(value).expect("a listed value")).collect();
    assert!(policies.contains(&Standing::default()) && policies.len() > 3);
    let is_support = |step: &Step| matches!(step, Step::Support(..) | Step::Air);
    let supported = games.each(|number| {
        let mut supported = 0;
        games.play(number, |moment, _| {
            let Some(Pending::Defend) = moment.state.field.ask(moment.side).map(|ask| ask.pending) else { return };
            let begun = [Step::Verb(Verb::Defend)];
            let leads = moment.seen().legal(&begun);
            let could = leads.iter().any(|(lead, _)| {
                let next = moment.seen().legal(&[begun[0], *lead]);
                next.iter().any(|(step, _)| is_support(step))
            });
            supported += u64::from(could);
            let ask = AutumnFog::asks(moment.state).into_iter().find(|ask| ask.side == moment.side).expect("an ask");
            for policy in policies.iter().filter(|_| could) {
                let answer = AutumnFog::answer(moment.seen(), &ask, policy);
                let defended = answer.iter().all(|order| order.iter().any(is_support));
                assert!(defended, "{}: {policy:?} answers {answer:?}", moment.place());
            }
        });
        supported
    });
    let supported: u64 = supported.iter().sum();
    assert!(supported > 0, "supports are at hand sometimes");
    println!("{supported} defences that could be supported");
}
