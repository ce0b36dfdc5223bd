//! The archive: finished games with their exports, and what they say of their scenarios.

use super::page;
use crate::archive::{Finished, LISTED, Statistics, Wanted};
use crate::filters;
use crate::invitation::day;
use crate::{Service, ServiceError};
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use definitions::Published;
use serde::Deserialize;

/// What the page is asked for.
#[derive(Deserialize)]
pub struct Search {
    #[serde(default)]
    game: String,
    #[serde(default)]
    scenario: String,
    before: Option<i64>,
}

#[derive(Template)]
#[template(path = "archive.html")]
struct ArchivePage {
    /// The published games, to choose from.
    books: Vec<Choice>,
    game: String,
    scenario: String,
    games: Vec<Entry>,
    older: Option<i64>,
    statistics: Vec<Counted>,
}

/// A published game to choose, with id and title of each scenario.
struct Choice {
    id: String,
    title: String,
    scenarios: Vec<(String, String)>,
}

/// A finished game.
struct Entry {
    id: i64,
    title: String,
    scenario: String,
    result: String,
    ended: String,
    facts: String,
}

/// A scenario with its numbers.
pub struct Counted {
    /// Its titles.
    pub title: String,
    /// Games between two people.
    pub games: usize,
    /// Who won how many of them.
    pub won: String,
    /// How long one took.
    pub took: String,
    /// Games against the computer.
    pub solo: usize,
}

/// Finished games, the newest first.
pub async fn archive(service: Data<Service>, search: Query<Search>) -> Result<HttpResponse, ServiceError> {
    let Search { game, scenario, before } = search.into_inner();
    let chosen = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let wanted = Wanted { game: chosen(&game), scenario: chosen(&scenario), before };
    let found = service.finished(&wanted).await?;
    let older = found.last().filter(|_| found.len() == LISTED).map(|last| last.id);
    let mut books = Vec::new();
    let mut statistics = Vec::new();
    let counted = service.statistics().await?;
    for id in service.shelf.ids() {
        let (_, rulebook) = service.shelf.newest(id)?;
        let published = rulebook.published();
        let scenarios = published.scenarios_in_order();
        for it in &scenarios {
            let key = (id.to_owned(), it.id.clone());
            if let Some(numbers) = counted.get(&key).filter(|_| wanted.game.as_deref().is_none_or(|game| game == id)) {
                statistics.push(count(published, format!("{}: {}", published.title, it.title), numbers));
            }
        }
        let scenarios = scenarios.iter().map(|it| (it.id.clone(), it.title.clone())).collect();
        books.push(Choice { id: id.to_owned(), title: published.title.clone(), scenarios });
    }
    let games = found.iter().filter_map(|game| entry(&service, game)).collect();
    page(&ArchivePage { books, game, scenario, games, older, statistics })
}

/// A game as it is listed; none if it is not played on this host any more.
fn entry(service: &Service, game: &Finished) -> Option<Entry> {
    let (_, rulebook) = service.shelf.newest(&game.game).ok()?;
    let published = rulebook.published();
    let days = match game.days() {
        1 => "a day".to_owned(),
        many => format!("{many} days"),
    };
    let mut facts = vec![format!("It took {days}")];
    facts.extend(game.hand_overs.map(|count| format!("{count} hand-overs")));
    if game.solo {
        facts.push("against the computer".to_owned());
    }
    Some(Entry {
        id: game.id,
        title: published.title.clone(),
        scenario: published.scenario(&game.scenario).map_or_else(|| game.scenario.clone(), |it| it.title.clone()),
        result: game.result.told(published),
        ended: day(game.time.1),
        facts: facts.join(", "),
    })
}

/// The numbers of a scenario in words.
pub fn count(published: &Published, title: String, numbers: &Statistics) -> Counted {
    let share = |count: usize| format!("{count} ({} %)", (count * 100 + numbers.games / 2) / numbers.games.max(1));
    let mut won: Vec<String> = Vec::new();
    for side in &published.units.sides {
        won.push(format!("{} {}", side.name, share(numbers.wins.get(&side.id).copied().unwrap_or(0))));
    }
    if numbers.draws > 0 {
        won.push(format!("nobody {}", share(numbers.draws)));
    }
    let took = [
        numbers.days.map(|days| format!("{days} days")),
        numbers.hand_overs.map(|count| format!("{count} hand-overs")),
        numbers.turn.map(|turn| format!("until turn {turn}")),
    ];
    Counted {
        title,
        games: numbers.games,
        won: if numbers.games > 0 { won.join(", ") } else { String::new() },
        took: took.into_iter().flatten().collect::<Vec<_>>().join(", "),
        solo: numbers.solo,
    }
}
