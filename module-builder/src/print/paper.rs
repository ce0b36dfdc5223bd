//! Sheets of paper: their sizes, and what stands in the margins of every page.

use crate::booklet::Page;
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Least margin on all sides: what no printer reaches, and room for marks.
pub(super) const MARGIN: f32 = 12.0;
/// Length of the bar in the margin by which one sees whether the printer kept the size.
const BAR: f32 = 50.0;
/// Room that the bar and its name take at the right of the foot.
pub(super) const FOOT: f32 = BAR + 13.0;
/// Lines of marks.
pub(super) const HAIR: f32 = 0.1;
/// Quiet ink of marks and margins.
pub(super) const GREY: Colour = Colour::rgb(0x6b6b6b);

impl Paper {
    /// The papers.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// The name on the command line and in file names.
    pub const fn id(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// The paper of a name.
    pub fn find(id: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.id() == id)
    }

    /// Width and height in millimetres, upright.
    pub const fn upright(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// Width and height in millimetres, lying.
    pub const fn lying(self) -> (f32, f32) {
        let (width, height) = self.upright();
        (height, width)
    }
}

/// An empty page with its margins filled: what it is, how to print it, and a bar to measure.
pub(super) fn page(title: &str, what: &str, (width, height): (f32, f32), how: &str) -> Page {
    let mut page = Page::new(what, width, height);
    let (top, bottom) = (8.6, height - 6.4);
    let small = |text: &str, x: f32, y: f32| Text::new(text, point(x, y), Face::Medium, 2.7, GREY);
    page.draw(Text::new(title, point(MARGIN, top), Face::SemiBold, 3.0, GREY).at_most(width / 2.0 - MARGIN - 2.0));
    page.draw(
        Text::new(what, point(width - MARGIN, top), Face::SemiBold, 3.0, GREY)
            .anchor(Anchor::End)
            .at_most(width / 2.0 - MARGIN - 2.0),
    );
    let (left, right) = (width - MARGIN - BAR, width - MARGIN);
    page.draw(
        small(&format!("Print at actual size (100 %). {how}"), MARGIN, bottom).at_most(width - 2.0 * MARGIN - FOOT),
    );
    let mut bar = Outline::line(&[point(left, bottom - 1.0), point(right, bottom - 1.0)]);
    for tenth in 0..=5 {
        let (x, long) = (left + tenth as f32 * 10.0, if tenth % 5 == 0 { 1.3 } else { 0.7 });
        bar.append(Outline::line(&[point(x, bottom - 1.0 - long), point(x, bottom - 1.0 + long)]));
    }
    page.draw(Shape::new(bar).stroke(Stroke::new(GREY, 0.15)));
    page.draw(small("50 mm", left - 1.5, bottom).anchor(Anchor::End));
    page
}
