//! The shapes of what programs send and are sent.
//!
//! What we answer is closed: a field that is not told here fails the test that asks all of it (`tests/tests/service/described.rs`).

use super::shape::{
    Fields, Shape, anything, fields, list, maybe, maybe_text, maybe_the, meaning, number, of, one_of, text, texts, the,
    truth, words,
};
use serde_json::{Map, Value, json};

/// A thing by its kind.
fn thing() -> Shape {
    let kinds = [
        ("unit", number("Number of a unit, from 0 in the order of the game's file.")),
        ("hex", number("Number of a hex, as `places.json` of the board counts them.")),
        ("hexside", list(number(""), "Numbers of the hexes on both sides.")),
        ("box", text("Name of a box beside the map.")),
        ("card", text("Name of a card.")),
    ];
    let kinds = kinds.into_iter().map(|(name, shape)| fields("").has(name, shape).alone());
    one_of(kinds, "Something on the table at which one can point.")
}

fn begun() -> Fields {
    fields("An order that is begun, after a draft of others.")
        .may_have("ask", maybe("integer", "The question that it answers; without it the first that is open."))
        .may_have("draft", list(the("Line"), "Orders before it, which are imagined to have been given."))
        .may_have("steps", list(the("Step"), "What of it is known."))
}

fn next_step(about: &str) -> Fields {
    fields(about)
        .has("step", the("Step"))
        .may_have("before", list(the("Step"), "Steps before it that nobody need choose."))
        .may_have("via", list(the("Thing"), "What it leads over."))
        .has("text", text("The order so far as text, as one would write it."))
        .has("complete", truth("Whether the order may end with it."))
        .has("facts", the("Facts"))
}

fn refusal(about: &str) -> Fields {
    fields(about)
        .has("case", text("The case of the rulebook that forbids it."))
        .has("message", text("What it says of this order, with its numbers."))
        .has("remedy", text("What could be ordered instead; empty if nothing."))
}

fn verdict() -> Shape {
    let told = |name: &str, about: &str| fields("").has(name, texts(about)).alone();
    let refused = fields("").has("refusal", the("Refusal")).has("summary", text("Of the case; may be empty.")).alone();
    one_of(
        [
            told("Done", "It was carried out: what happened."),
            fields("").has("Refused", refused).alone(),
            fields("").has("Misread", text("It was not understood: why.")).alone(),
            fields("").has("Returned", text("It was not looked at: why.")).alone(),
            told("Answered", "It was a question: the answer."),
            told("TriedOut", "It was tried out: what would happen."),
            words(["TakenBack", "NotReached", "Parked"], "It counts no more, was not reached, or waits."),
        ],
        "What became of a line.",
    )
}

fn scene() -> Shape {
    fields("A board as the script draws it.")
        .has("caption", text("How far the game has come."))
        .has("turn", number("The game turn."))
        .has("counters", list(the("Piece"), "Counters, the lowest of a stack first."))
        .has("markers", list(the("Piece"), "Markers."))
        .has("supports", list(anything(""), "Supports that are held, where a game has them."))
        .has("piles", list(anything(""), "Cups, decks and hands, as far as they may be seen."))
        .has("tracks", list(anything(""), "Tracks, each with its title and value."))
        .has("arrows", list(anything(""), "What moved or fought: a kind and hexes."))
        .has("highlights", list(number(""), "Hexes that what is asked is about."))
        .has("arrivals", list(anything(""), "Boxes of what comes with a turn."))
        .alone()
}

fn piece() -> Shape {
    fields("A counter or a marker.")
        .has("faces", texts("Names of its pictures, the lowest first."))
        .may_have("unit", number("Number of the unit."))
        .may_have("side", number("Its side."))
        .may_have("hex", number("Where it lies."))
        .may_have("other", number("The other hex, if it lies on a hexside."))
        .may_have("box", text("The box in which it lies."))
        .has("name", text("Its name."))
        .may_have("note", text("What there is to say beside its name."))
        .alone()
}

fn table() -> Shape {
    fields("All that the page of a game shows. Its ETag changes only if something does that the visitor may see.")
        .has("game", number("Number of the game."))
        .has("title", text("Title of the published game."))
        .has("scenario", text("Title of the scenario."))
        .has("credits", texts("Whose game it is."))
        .has("turns", list(anything(""), "Each game turn with its date."))
        .has("side", one_of([list(anything(""), "Number and name of the visitor's side."), of("null", "")], ""))
        .has("seat", maybe_text("Id of the visitor's side."))
        .has("form_token", maybe_text("What `X-Form-Token` must hold of whoever has a seat."))
        .has("bound", maybe_text("The moment for which something is written now."))
        .has("asks", list(the("Ask"), "What the visitor must decide."))
        .has("waiting", texts("Sides that must decide, in words."))
        .has("outcome", one_of([list(anything(""), "The winner's number, or null, and words."), of("null", "")], ""))
        .has("examples", texts("Orders that are legal now."))
        .has("words", texts("Words with which orders begin."))
        .has("parked", texts("The visitor's lines that wait for their time."))
        .has("returned", texts("Those that came back."))
        .has("undo", texts("Orders that he may take back."))
        .has("own_proposal", maybe("boolean", "Whether the open proposal is his own."))
        .has("proposal", maybe_the("Proposal"))
        .has("marks", texts("What is noted of the game for ever."))
        .has("word", maybe_text("Why the visitor is asked for a word for the dice."))
        .has("standing", list(anything(""), "His standing orders."))
        .has("mail", one_of([the("Mail"), of("null", "")], "What becomes of his mail."))
        .has("other_seat", maybe_text("Where a demo opens the other seat."))
        .has("log", texts("All that he was told, line by line."))
        .has("latest", texts("What came of the last order."))
        .has("missed", number("Lines of the log since the visitor's own last order, with what came of that."))
        .has("scene", the("Scene"))
        .has("sheets", the("Sheets"))
        .alone()
}

fn view() -> Shape {
    fields("What the visitor may know of a game, for programs that play.")
        .has("game", number("Number of the game."))
        .has("title", text("Title of the published game."))
        .has("scenario", text("Id of the scenario."))
        .has("side", maybe_text("Id of the visitor's side; null for one who looks on."))
        .has("turn", number("The game turn."))
        .has("waiting_for", texts("Ids of the sides that must decide."))
        .has("asks", list(the("Ask"), "What the visitor must decide."))
        .has("examples", list(the("Example"), "Orders that are legal now."))
        .has("standing", list(anything(""), "His standing orders."))
        .has("parked", texts("His lines that wait for their time."))
        .has("returned", texts("Those that came back."))
        .has("undo", texts("Orders that he may take back."))
        .has("proposal", maybe_the("Proposal"))
        .has("marks", texts("What is noted of the game for ever."))
        .has("outcome", maybe_the("Outcome"))
        .has("view", anything("The game as he sees it, in the game's own terms."))
        .has("position", anything("The board as he sees it, to be drawn."))
        .alone()
}

fn offered() -> Shape {
    let way = one_of(
        [
            fields("").has("address", text("He is invited at this address.")).alone(),
            words(["link", "open", "computer"], "Whoever has the link; anybody on this host; the computer."),
        ],
        "How the opponent is found.",
    );
    let options = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    fields("A game that is offered.")
        .has("game", text("Id of the published game."))
        .has("scenario", text("Id of the scenario."))
        .may_have("options", meaning(options, "Optional rules by name."))
        .may_have("side", text("Id of your side; without it the lot decides."))
        .has("opponent", way)
        .may_have("name", text("Your name, as the other reads it."))
        .may_have("words", text("A word to the other."))
        .may_have("address", text("Your address, where you have no pass: it is asked by mail whether it was you."))
        .at_least()
}

/// All shapes by their names.
pub(super) fn all() -> Map<String, Value> {
    let shapes = [
        ("OpenApi", fields("This description.").has("openapi", text("3.1.0")).at_least()),
        ("Step", anything("A step of an order in the game's own terms, as lists give it.")),
        (
            "Line",
            one_of(
                [text("An order, or a question, as one would write it."), list(the("Step"), "The same in steps.")],
                "",
            ),
        ),
        ("Thing", thing()),
        ("Begun", begun().at_least()),
        ("Pointing", begun().has("at", the("Thing")).at_least()),
        ("Tried", fields("Lines that are tried out.").has("lines", list(the("Line"), "")).at_least()),
        (
            "Submitted",
            fields("A batch of orders.")
                .has("key", text("8 to 64 letters, digits and hyphens of your choice: what makes a repetition known."))
                .may_have("ask", maybe("integer", "The question that it answers."))
                .has("lines", list(the("Line"), "Orders in their order."))
                .may_have("say", maybe_text("A word to the other side."))
                .at_least(),
        ),
        (
            "Answered",
            fields("What became of it.")
                .has("repeated", truth("Whether this was answered before; nothing was done again."))
                .has("report", the("Report"))
                .alone(),
        ),
        (
            "Report",
            fields("What became of a batch.")
                .has("changed", truth("Whether anything is stored of it."))
                .has("closed", maybe_text("Why none of it was looked at, if so."))
                .has("lines", list(the("LineReport"), "Line by line."))
                .alone(),
        ),
        ("LineReport", fields("").has("text", text("The line.")).has("verdict", the("Verdict")).alone()),
        ("Verdict", verdict()),
        ("Refusal", refusal("Why an order is forbidden.").alone()),
        ("Worded", refusal("The same with the case's summary.").has("summary", text("May be empty.")).alone()),
        (
            "Halt",
            fields("Where a draft ends.")
                .has("line", number("Which of its lines, from 0."))
                .has("order", text("The order."))
                .has(
                    "why",
                    words(["misread", "refused", "chance", "other-side", "hidden", "over"], "The kind of reason."),
                )
                .has("words", text("The reason."))
                .may_have("refusal", the("Worded"))
                .alone(),
        ),
        (
            "Facts",
            fields("What a step is about.")
                .may_have("on", list(the("Thing"), "On what it acts."))
                .may_have("cost", the("Cost"))
                .may_have("odds", the("Odds"))
                .may_have("path", list(number(""), "Hexes over which it leads."))
                .may_have("gives_up", text("What is given up with it."))
                .may_have("note", text("What there is to say beside it."))
                .alone(),
        ),
        ("Cost", fields("").has("amount", number("How many.")).has("of", text("What of.")).alone()),
        (
            "Odds",
            fields("Odds of a combat as far as it is known.")
                .has("odds", text("Of the strengths: `3:1`."))
                .has("column", text("Of the results table, after all shifts."))
                .may_have("chances", list(the("Chance"), "What may come of it."))
                .alone(),
        ),
        (
            "Chance",
            fields("").has("result", text("As printed.")).has("rolls", number("How many rolls give it.")).alone(),
        ),
        ("NextStep", next_step("A step that may follow.").alone()),
        ("Way", next_step("The same with the steps after it.").has("next", list(the("NextStep"), "")).alone()),
        (
            "Listed",
            fields("What may follow.").has("next", list(the("NextStep"), "")).may_have("halt", the("Halt")).alone(),
        ),
        (
            "PointedAt",
            fields("What pointing at a thing means.")
                .may_have("listed", list(the("NextStep"), "Steps that act on it."))
                .may_have("refused", the("Worded"))
                .may_have("halt", the("Halt"))
                .alone(),
        ),
        (
            "Shown",
            fields("The same two steps deep.")
                .has("listed", list(the("Way"), "Steps that act on it."))
                .may_have("refused", the("Worded"))
                .may_have("halt", the("Halt"))
                .alone(),
        ),
        (
            "Beginnings",
            fields("Beginnings of orders.").has("ways", list(the("Way"), "")).has("halt", maybe_the("Halt")).alone(),
        ),
        ("Drafted", fields("").has("scene", the("Scene")).has("halt", maybe_the("Halt")).alone()),
        ("Scene", scene()),
        ("Piece", piece()),
        (
            "Marked",
            fields("Hexes that can be marked on the board.")
                .has("kind", text("What they show: `Zones of control`."))
                .has("of", text("Whose: a side or a unit."))
                .has("side", number("The side's number."))
                .has("hexes", list(number(""), "Their numbers."))
                .alone(),
        ),
        (
            "Unattended",
            fields("What would answer an open question.")
                .has("ask", number("The question."))
                .has("default", maybe_text("What the rules leave."))
                .has("standing", list(the("StandingAnswer"), "Standing orders that would."))
                .alone(),
        ),
        (
            "StandingAnswer",
            fields("")
                .has("line", text("The line that gives it."))
                .has("words", text("What it means."))
                .has("order", text("The order that it would give now."))
                .alone(),
        ),
        (
            "Moment",
            fields("A moment of the past.")
                .has("number", number("Its number, from 0."))
                .has("lines", texts("What happened."))
                .has("dice", texts("What was rolled."))
                .has("scene", the("Scene"))
                .alone(),
        ),
        (
            "Ask",
            fields("A question to a side.")
                .has("id", number("Its number."))
                .has("side", number("The side, 0 or 1."))
                .has("claim", words(["Duty", "Right"], "Whether it must be answered."))
                .has("title", text("In a few words."))
                .has("details", texts("What there is to know of it."))
                .alone(),
        ),
        ("Example", fields("").has("steps", list(the("Step"), "")).has("text", text("")).alone()),
        (
            "Proposal",
            fields("What one side proposes to the other.")
                .has("number", number("Its number."))
                .has("side", number("Who proposes."))
                .has("words", texts("What."))
                .alone(),
        ),
        (
            "Outcome",
            fields("How the game ended.")
                .has("winner", maybe("integer", "The side that won; null for nobody."))
                .has("reason", text("Why."))
                .may_have("level", text("How far."))
                .alone(),
        ),
        (
            "Mail",
            fields("")
                .has("trouble", maybe_text("Why no mail is sent."))
                .has("sent", truth("Whether it is."))
                .has("address", maybe_text("Where to."))
                .has("waiting", maybe_text("An address that has not confirmed yet."))
                .has("receipts", truth("Whether a mail is wished for orders by the page."))
                .has("news", truth("Whether mails are wished that ask nothing."))
                .has("unreached", maybe_text("The other side, if mail does not reach it."))
                .alone(),
        ),
        (
            "Sheets",
            fields("Where what never changes is.")
                .has("map", text(""))
                .has("places", text(""))
                .has("faces", text(""))
                .has("aids", text(""))
                .alone(),
        ),
        ("Table", table()),
        ("View", view()),
        (
            "Wish",
            fields("What you wish of your mail.")
                .has("action", words(["wishes", "pause", "resume", "quiet", "address", "erase"], "Which button."))
                .may_have("receipts", truth("With `wishes`: a mail for orders by the page."))
                .may_have("news", truth("With `wishes`: mails that ask nothing."))
                .may_have(
                    "quiet",
                    text("With `quiet`: hours without mail in all your games, as in `22-7 Berlin`; none if empty."),
                )
                .may_have("address", text("With `address`: where your mail shall go; it is asked there first."))
                .at_least(),
        ),
        ("Offered", offered()),
        (
            "Invitation",
            fields("What became of an offer.")
                .has("invitation", number("Its number."))
                .has("state", text("`draft` until you have confirmed it, `open`, `begun`."))
                .has("expires", number("When it ends, in milliseconds since 1970."))
                .has("game", maybe("integer", "The game, once it has begun."))
                .has("join", maybe_text("The link to pass on, where there is one and you have a pass."))
                .alone(),
        ),
        (
            "Mine",
            fields("All games of whoever has a pass.")
                .has("address", text("His address."))
                .has("form_token", text("What `X-Form-Token` must hold."))
                .has("feed", text("Where a program reads the list as Atom; it leads to no seat."))
                .has("games", list(the("MyGame"), "Those that wait for him first."))
                .alone(),
        ),
        (
            "MyGame",
            fields("")
                .has("game", number("Its number."))
                .has("title", text("Of the published game."))
                .has("scenario", text("Of the scenario."))
                .has("side", text("His side, in words."))
                .has("caption", text("How far it has come."))
                .has("ask", maybe_text("What he must decide."))
                .has("over", truth("Whether it is."))
                .has("since", number("When something happened last, in milliseconds since 1970."))
                .has("seat", text("Where his seat is opened: it is its key."))
                .alone(),
        ),
        (
            "Error",
            fields("Why not.")
                .has("error", text("In words for people."))
                .has("request", maybe_text("The number under which the host's log has it."))
                .alone(),
        ),
    ];
    shapes.into_iter().map(|(name, shape)| (name.to_owned(), shape)).collect()
}
