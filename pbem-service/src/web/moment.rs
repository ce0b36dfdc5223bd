//! A moment of a game at an address of its own, with steps to those before and after it.

use super::allowances::Allowances;
use super::history::Pasts;
use super::page;
use super::seat::seat;
use crate::annals::turn_of;
use crate::filters;
use crate::render::side_words;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use engine::table::Moment;

#[derive(Template)]
#[template(path = "moment.html")]
struct MomentPage {
    id: i64,
    title: String,
    scenario: String,
    side: Option<String>,
    caption: String,
    lines: Vec<String>,
    number: usize,
    last: usize,
    /// Words and numbers of the moments to which one can step: those beside this one, and others.
    near: Vec<(&'static str, usize)>,
    far: Vec<(&'static str, usize)>,
}

/// One moment as the visitor knows it.
pub async fn moment(
    service: Data<Service>,
    pasts: Data<Pasts>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    path: Path<(i64, usize)>,
) -> Result<HttpResponse, ServiceError> {
    let (game, number) = path.into_inner();
    let live = service.live(game).await?;
    let side = seat(&service, &live, &request).await?.map(|seat| seat.side);
    let all = pasts.get(&service, &allowances, &request, (&live, side)).await?;
    let moment = all.get(number).ok_or_else(|| ServiceError::Missing(format!("moment {number} of the game")))?;
    let published = live.rulebook.published();
    let (near, far) =
        steps(&all, number).into_iter().partition(|(words, _)| matches!(*words, "Event before" | "Next event"));
    page(&MomentPage {
        id: game,
        title: published.title.clone(),
        scenario: live.scenario().to_owned(),
        side: side.map(|side| side_words(published, side)),
        caption: moment.caption.clone(),
        lines: if number == 0 { vec!["The game begins.".to_owned()] } else { moment.lines.clone() },
        number,
        last: all.len() - 1,
        near,
        far,
    })
}

/// Where one can step from a moment: by event, by sequence (what the headline calls so) and by game turn.
fn steps(all: &[Moment], at: usize) -> Vec<(&'static str, usize)> {
    let before = |differs: &dyn Fn(&Moment) -> bool| (0..at).rev().find(|place| differs(&all[*place]));
    let after = |differs: &dyn Fn(&Moment) -> bool| (at + 1..all.len()).find(|place| differs(&all[*place]));
    let caption = |moment: &Moment| moment.caption != all[at].caption;
    let turn = |moment: &Moment| turn_of(&moment.caption) != turn_of(&all[at].caption);
    let found = [
        ("The beginning", (at > 0).then_some(0)),
        ("Turn before", before(&turn)),
        ("Sequence before", before(&caption)),
        ("Event before", at.checked_sub(1)),
        ("Next event", (at + 1 < all.len()).then_some(at + 1)),
        ("Next sequence", after(&caption)),
        ("Next turn", after(&turn)),
        ("The end", (at + 1 < all.len()).then_some(all.len() - 1)),
    ];
    found.into_iter().filter_map(|(words, place)| place.map(|place| (words, place))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_steps_by_event_sequence_and_turn() {
        let captions = ["Turn 1 · a", "Turn 1 · a", "Turn 1 · b", "Turn 2 · a", "Turn 2 · a"];
        let all: Vec<Moment> = captions
            .iter()
            .map(|caption| Moment { records: 0, caption: (*caption).to_owned(), lines: Vec::new() })
            .collect();
        assert_eq!(steps(&all, 0), [("Next event", 1), ("Next sequence", 2), ("Next turn", 3), ("The end", 4)]);
        let middle = [
            ("The beginning", 0),
            ("Sequence before", 1),
            ("Event before", 1),
            ("Next event", 3),
            ("Next sequence", 3),
            ("Next turn", 3),
            ("The end", 4),
        ];
        assert_eq!(steps(&all, 2), middle);
        assert_eq!(steps(&all, 4)[1], ("Turn before", 2));
    }
}
