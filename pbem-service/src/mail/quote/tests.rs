use proptest::prelude::*;

use super::*;

fn reading(text: &str) -> Reading {
    let vocabulary = Vocabulary::new(["move", "attack", "retreat", "pass", "play", "end"]).with_talk("say");
    read(text, &["anna".to_owned(), "gamer".to_owned()], &vocabulary)
}

fn orders(text: &str) -> Vec<OrderLine> {
    reading(text).orders
}

fn texts(text: &str) -> Vec<String> {
    orders(text).into_iter().map(|line| line.text).collect()
}

#[test]
fn only_what_stands_above_our_marker_counts() {
    let text = "move A to 1203\n\nOn Sat, 21 Nov 2026 at 10:00, Fieldpost <play@x.org>\nwrote:\n\
                > --- write orders above this line ---\n> move B to 1204\nmove C to 1205\n";
    assert_eq!(texts(text), ["move A to 1203"]);
    let bare = "move A to 1203\n— Write orders above this line —\nmove B to 1204\n";
    assert_eq!(texts(bare), ["move A to 1203"]);
}

#[test]
fn an_answer_below_a_quoted_marker_counts_if_there_is_none_above() {
    let text = "Am 21.11.26 um 10:00 schrieb Fieldpost:\n> --- write orders above this line ---\n\
                > move B to 1204\nmove C to 1205\n> token: x\n\nmove A to 1203\n";
    assert_eq!(texts(text), ["move C to 1205", "move A to 1203"]);
}

#[test]
fn an_answer_below_an_unquoted_marker_does_not_count() {
    assert!(orders("\n--- write orders above this line ---\nmove B to 1204\n").is_empty());
}

#[test]
fn attributions_in_six_languages_end_the_answer() {
    for attribution in [
        "On Sat, Nov 21, 2026 at 10:00 AM Fieldpost <play@x.org> wrote:",
        "On 21 Nov 2026, at 10:00, Fieldpost\n<play+g12.german.7.oabc@x.org> wrote:",
        "Am Sa., 21. Nov. 2026 um 10:00 Uhr schrieb Fieldpost <play@x.org>:",
        "Fieldpost <play@x.org> schrieb am Sa., 21. Nov. 2026:",
        "Le sam. 21 nov. 2026 à 10:00, Fieldpost <play@x.org> a écrit :",
        "Il giorno sab 21 nov 2026 alle ore 10:00 Fieldpost\n<play@x.org> ha scritto:",
        "Op za 21 nov 2026 om 10:00 schreef Fieldpost <play@x.org>:",
        "El sáb, 21 nov 2026 a las 10:00, Fieldpost (<play@x.org>) escribió:",
    ] {
        let unmarked = format!("move A to 1203\n\n{attribution}\n\nmove B to 1204\n");
        assert_eq!(texts(&unmarked), ["move A to 1203"], "{attribution}");
        let marked = format!("{attribution}\n> move B to 1204\n\nmove A to 1203\n");
        assert_eq!(texts(&marked), ["move A to 1203"], "{attribution}");
    }
}

#[test]
fn an_attribution_in_any_other_language_is_no_order() {
    let text = "move A to 1203\nW dniu 21.11.2026 Fieldpost <play@x.org> napisał:\n> old\n";
    assert_eq!(texts(text), ["move A to 1203"]);
}

#[test]
fn what_outlook_quotes_is_left_out() {
    for quote in [
        "-----Original Message-----\n",
        "-----Ursprüngliche Nachricht-----\n",
        "________________________________\n",
        "From: Fieldpost <play@x.org>\nSent: Saturday\nTo: Anna\nSubject: [Fieldpost]\n",
        "*Von:* Fieldpost <play@x.org>\n*Gesendet:* Samstag\n\n*An:* Anna\n",
        "De : Fieldpost\nEnvoyé : samedi\nÀ : Anna\n",
    ] {
        let text = format!("move A to 1203\n{quote}move B to 1204\n");
        assert_eq!(texts(&text), ["move A to 1203"], "{quote}");
    }
}

#[test]
fn signatures_and_advertisements_are_no_orders() {
    assert_eq!(texts("pass\n-- \nAnna\nmove B to 1204\n"), ["pass"]);
    assert_eq!(texts("pass\n\nSent from my iPhone\n"), ["pass"]);
    assert_eq!(texts("pass\nVon meinem iPhone gesendet\n"), ["pass"]);
    assert_eq!(texts("pass\nEnvoyé de mon iPhone\n"), ["pass"]);
}

#[test]
fn a_token_line_is_no_order() {
    assert_eq!(texts("token: g12.german.7.oaabcdefghijklmnop\npass\n"), ["pass"]);
}

#[test]
fn a_line_keeps_its_number_and_its_original() {
    let line =
        OrderLine { number: 2, original: "move “A” – 1203".to_owned(), text: "move \"A\" - 1203".to_owned() };
    assert_eq!(orders("\n move “A” – 1203 \n"), [line]);
}

#[test]
fn a_line_that_only_looks_like_an_attribution_is_kept() {
    assert_eq!(texts("on 1203 attack 1204\npass\n").len(), 2);
    assert_eq!(texts("anna:\npass\n").len(), 2);
    assert_eq!(texts("move A to 1203\nFieldpost <p@x.org> schrieb am Samstag:\n> old\n"), ["move A to 1203"]);
}

#[test]
fn a_greeting_and_a_leave_taking_are_passed_over_and_told() {
    for (text, passed_over) in [
        ("Hi,\n\npass\nCheers, Anna\n", &["Hi,", "Cheers, Anna"][..]),
        (
            "Hallo Ben,\nMeine Befehle:\npass\n\nViele Grüße\nAnna Gamer\n",
            &["Hallo Ben,", "Meine Befehle:", "Viele Grüße", "Anna Gamer"],
        ),
        (
            "pass\n\nCordialement,\n\nJeanne d'Arc\nTél. 01 23 45 67\nhttps://x.example\n",
            &["Cordialement,", "Jeanne d'Arc", "Tél. 01 23 45 67", "https://x.example"],
        ),
        ("pass\nAnna\n", &["Anna"]),
        ("pass\n\nBen\n", &["Ben"]),
        ("pass\n\nGreetz Ben\n", &["Greetz Ben"]),
        ("pass\nThanks!\n\nSent from my iPhone\n", &["Thanks!", "Sent from my iPhone"]),
        ("pass\n\nFieldpost wrote:\n> old\n", &["Fieldpost wrote:"]),
        ("pass\n\nFieldpost a écrit :\n", &["Fieldpost a écrit :"]),
        ("pass\n\nFieldpost napisał(a):\n> old\n", &["Fieldpost napisał(a):"]),
    ] {
        let read = reading(text);
        assert_eq!(read.orders.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["pass"], "{text}");
        assert_eq!(read.passed_over, passed_over, "{text}");
    }
    assert_eq!(reading("Hi,\nthanks\n").orders, []);
}

#[test]
fn a_mistaken_order_is_judged_wherever_it_stands() {
    for (text, judged) in [
        ("Hi, pass\npass\n", &["Hi, pass", "pass"][..]),
        ("Please move A to 1203\npass\n", &["Please move A to 1203", "pass"]),
        ("atack 1203\npass\nCheers\n", &["atack 1203", "pass"]),
        ("pass\nCheers\nmove A to 1203\n", &["pass", "Cheers", "move A to 1203"]),
        ("pass\nThanks\nAtack Bastogne\n", &["pass", "Thanks", "Atack Bastogne"]),
        ("pass\nPeiper\nCheers, Anna\n", &["pass", "Peiper"]),
        ("pass\nBen\n", &["pass", "Ben"]),
        ("pass\n\nAtack\n", &["pass", "Atack"]),
        ("pass\n\nPeiper 1203\n", &["pass", "Peiper 1203"]),
        ("pass\nThanks\nEnd\n", &["pass", "Thanks", "End"]),
    ] {
        assert_eq!(texts(text), judged, "{text}");
    }
}

#[test]
fn what_is_said_to_the_other_player_below_a_leave_taking_voids_no_order() {
    for (text, orders, passed_over) in [
        ("pass\n\nCheers, Anna\n\nsay: sorry for the delay\n", &["pass", "say: sorry for the delay"][..], 1),
        ("Hi,\nsay: well met\nHere we go:\npass\nAnna\nsay: bye\n", &["say: well met", "pass", "say: bye"], 3),
        ("Hi,\nsay: well met\nCheers\n", &["say: well met"], 2),
        // an order below it is one all the same, and so the line between them is judged
        ("pass\nCheers, Anna\nsay: now\nmove A to 1203\n", &["pass", "Cheers, Anna", "say: now", "move A to 1203"], 0),
    ] {
        let read = reading(text);
        assert_eq!(read.orders.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), orders, "{text}");
        assert_eq!(read.passed_over.len(), passed_over, "{text}");
    }
}

#[test]
fn an_order_that_a_mail_program_broke_is_read_whole() {
    let long = "attack 2515 with Gutman, v. Cochenhausen, 26 VG lead Gutman supported";
    assert_eq!(
        texts(&format!("{long}\nby guns from XLVII, guns from XLVII\nend\n")),
        [format!("{long} by guns from XLVII, guns from XLVII"), "end".to_owned(),]
    );
    let cut = "attack 2515 with Gutman, v. Cochenhausen, 26 VG support artillery from I";
    assert_eq!(texts(&format!("{cut}\nSS, artillery from I SS\n")), [format!("{cut} SS, artillery from I SS")]);
    assert_eq!(texts("move Gutman,\nBöhm and\nPeiper to 1203\n"), ["move Gutman, Böhm and Peiper to 1203"]);
    let whole = ["move A to 1203", "pass"];
    assert_eq!(texts("move A to 1203\npass\n"), whole, "what begins as an order goes on with none");
    let remark = format!("{}\nThat should do it, I hope.\n", long.replace(" supported", ""));
    assert_eq!(texts(&remark).len(), 1, "a remark goes on with none");
    let apart = reading("attack 1203 with\n\nGutman\n");
    assert_eq!(apart.orders[0].text, "attack 1203 with", "an empty line ends an order");
}

#[test]
fn what_is_said_goes_on_until_an_empty_line_or_an_order() {
    let said =
        "say: Hello Carl, nice to meet you.\nI am from Cologne, and play since 1990.\nGood luck!\nmove A to 1203\n";
    let orders = orders(said);
    assert_eq!(
        orders[0].original,
        "say: Hello Carl, nice to meet you. I am from Cologne, and play since 1990. Good luck!"
    );
    assert_eq!(orders[1].text, "move A to 1203");
    assert_eq!(texts("say: see you\nCheers,\nAnna\n"), ["say: see you"]);
    assert_eq!(texts("say: see you\n\nI am off.\n"), ["say: see you"]);
}

#[test]
fn what_firms_add_below_a_leave_taking_is_passed_over() {
    for text in [
        "end\n\nMit freundlichen Grüßen\nBen Jones\n----------------\nJones Consulting GmbH, Amtsgericht Köln HRB 1234\n",
        "end\n\nBest regards,\nBen Jones\nThis e-mail may contain confidential information. If you got it by mistake, tell us.\n",
        "end\nCheers\nBen\nSome Street 12, 50667 Köln\n",
    ] {
        assert_eq!(texts(text), ["end"], "{text}");
    }
    let mistaken = texts("Best regards,\nBen\natack 1203 with A\n");
    assert!(mistaken.contains(&"atack 1203 with A".to_owned()), "{mistaken:?}");
}

#[test]
fn a_name_that_is_an_order_is_one_unless_its_bearer_takes_his_leave_with_it() {
    let vocabulary = Vocabulary::new(["pass", "mark"]);
    let read = |text| read(text, &["mark".to_owned()], &vocabulary).orders.len();
    assert_eq!(read("pass\nCheers\nMark\n"), 1);
    assert_eq!(read("pass\nMark\n"), 2);
}

#[test]
fn without_a_vocabulary_every_line_is_judged() {
    assert_eq!(read("Hi,\npass\nCheers\n", &[], &Vocabulary::default()).orders.len(), 3);
}

#[test]
fn orders_between_quoted_lines_are_found() {
    let text = "Hi,\nsee below.\n".replace("see below.\n", "")
        + "> --- write orders above this line ---\n> Yours to decide\nmove A to 1203\n> What is B to do?\n\n\
           move B to 1204\n\n> token: x\n\nCheers\nAnna\n";
    assert_eq!(texts(&text), ["move A to 1203", "move B to 1204"]);
    let both = "move A to 1203\n\n> --- write orders above this line ---\n> old\nmove B to 1204\nand so on\n> old\n";
    assert_eq!(texts(both), ["move A to 1203"]);
    assert_eq!(reading(both).passed_over, ["move B to 1204"], "he is told");
    assert_eq!(texts("> old\nmove A to 1203\n> older\n> move C to 1205\nend\n"), ["move A to 1203", "end"]);
}

#[test]
fn what_a_program_broke_off_a_quoted_line_is_never_an_order() {
    let broken = "> --- write orders above this line ---\n\
                  > The next activation is yours. You may activate a formation, or else\npass and wait for the other.\n> x\n";
    assert_eq!(texts(broken), [""; 0]);
    assert_eq!(reading(broken).doubtful.as_deref(), Some("pass and wait for the other."));
    let answered = format!("move A to 1203\n{broken}");
    assert_eq!(texts(&answered), ["move A to 1203"]);
    assert_eq!(reading(&answered).passed_over, ["pass and wait for the other."]);
    let rest = broken.replace("pass and", "to pass and");
    assert_eq!(reading(&rest), Reading::default());
    // a program that leaves long lines whole breaks none
    let whole = format!("{broken}> {}\n", "one word after the other ".repeat(5));
    assert_eq!(texts(&whole), ["pass and wait for the other."]);
}

#[test]
fn a_file_written_as_letters_is_no_order() {
    let file = "begin 644 map.gif\nM1TE&.#EA`0`!`(`\n`\nend\n";
    assert_eq!(texts(&format!("pass\n{file}move A to 1203\n")), ["pass", "move A to 1203"]);
    assert_eq!(texts("begin\n"), ["begin"]);
}

proptest! {
    #[test]
    fn nothing_below_an_unquoted_marker_is_ever_an_order(
        above in "[a-z>:@ \n-]{0,40}", below in "[a-z>:@ \n-]{0,40}",
    ) {
        let text = format!("{above}\n{MARKER}\n{below}");
        let marker = above.lines().count() + 1;
        prop_assert!(orders(&text).iter().all(|line| line.number <= marker));
    }

    #[test]
    fn any_text_is_read_without_panic(text in "(>| |\n|:|-|wrote|On|@|\\PC){0,80}") {
        let _ = orders(&text);
    }

    #[test]
    fn a_line_that_begins_as_an_order_is_never_passed_over(
        lines in proptest::collection::vec("(Hi,|Cheers|Anna|Ben|pass|move A|Move B to 1203|Tel 1|, end|\n)", 1..8),
    ) {
        let text = lines.join("\n");
        let read = reading(&text);
        prop_assert!(read.passed_over.iter().all(|line| !line.to_lowercase().starts_with(['p', 'm', 'e'])));
        let judged = read.orders.iter().filter(|line| line.text.to_lowercase().starts_with(['p', 'm'])).count();
        prop_assert_eq!(judged, lines.iter().filter(|line| line.to_lowercase().starts_with(['p', 'm'])).count());
    }
}
