//! Games that are played by letters alone.

use crate::app::{TestApp, proposed};
use pbem_service::mail::Letter;

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
    for sent in 0..most {
        let mut asked = None;
        for side in sides {
            let mail = app.last(side).await;
            if mail.text.contains("\nThe game is over\n") {
                return sent;
            }
            let orders = proposed(&mail);
            if asked.is_none() && !orders.is_empty() {
                asked = Some((side, choose(side, &mail, orders)));
            }
        }
        let (side, order) = asked.expect("somebody can always act");
        let taken = app.reply(side, &order).await;
        assert!(taken.starts_with("taken as orders"), "{order}: {taken}");
    }
    panic!("the game does not end");
}
