//! Games that are played by letters alone.

use crate::app::{TestApp, proposed};
use pbem_service::mail::Letter;

/// Replies that are told of a game that does not end.
const LAST: usize = 30;

/// Lets both sides answer their newest mails until the game is over: `choose(side, mail, proposed orders)` gives the text of a
/// reply. How many replies that took.
///
/// # Panics
/// When the game takes more than `most` replies, when nobody is asked anything, and when a reply is not taken as orders.
pub async fn played_by_letters(
    app: &mut TestApp,
    sides: [&str; 2],
    most: usize,
    mut choose: impl FnMut(&str, &Letter, Vec<String>) -> String,
) -> usize {
    let (mut last, mut read) = (Vec::new(), String::new());
    for sent in 0..most {
        let (mut asked, mut mails) = (None, String::new());
        for side in sides {
            let mail = app.last(side).await;
            if mail.text.contains("\nThe game is over\n") {
                return sent;
            }
            let orders = proposed(&mail);
            mails += &mail.text;
            if asked.is_none() && !orders.is_empty() {
                asked = Some((side, choose(side, &mail, orders)));
            }
        }
        let (side, order) = asked.unwrap_or_else(|| panic!("nobody is asked anything: {mails}"));
        let taken = app.reply(side, &order).await;
        assert!(taken.starts_with("taken as orders"), "{order}: {taken}");
        last.push(format!("{side}: {}", order.replace('\n', "; ")));
        read = mails;
    }
    panic!("the game does not end; at last: {}; answered was {read}", last[most.saturating_sub(LAST)..].join(" | "));
}
