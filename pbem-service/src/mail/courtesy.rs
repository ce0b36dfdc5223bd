//! Lines that plainly are no orders: what people and phones write above and below them, in the
//! languages of most players.
//!
//! A mistaken order must never be taken for one of these. So a line counts only if it begins with a
//! known phrase, holds no number, and neither it nor a part of it behind a comma begins as an order; or if it is a whole
//! sentence in which no number, no unit and no word of orders stands.

use super::vocabulary::{Vocabulary, plain_words};

/// How mails begin. All phrases here are written without accents.
const GREETINGS: &str = "hi|hello|hey|hiya|howdy|dear|greetings|good morning|good afternoon|good evening|good day|\
    hallo|moin|servus|guten morgen|guten tag|guten abend|liebe|lieber|sehr geehrte|sehr geehrter|gruss gott|gruezi|\
    bonjour|bonsoir|salut|cher|chere|chers|coucou|\
    hola|buenos dias|buenas tardes|buenas noches|buenas|estimado|estimada|querido|querida|\
    ciao|salve|buongiorno|buon giorno|buonasera|buona sera|caro|cara|gentile|\
    hoi|dag|beste|geachte|goedemorgen|goedemiddag|goedenavond|goedendag|\
    czesc|hej|witaj|witam|dzien dobry|dobry wieczor|szanowny|szanowna|drogi|droga|siema|\
    ola|oi|bom dia|boa tarde|boa noite|hei|god morgon|ahoj|dobry den";

/// How they end.
const CLOSINGS: &str = "cheers|thanks|thank you|many thanks|thx|regards|rgds|best|best regards|kind regards|\
    warm regards|warmest regards|with best regards|with kind regards|best wishes|all the best|yours|sincerely|br|kr|\
    take care|see you|see ya|bye|goodbye|good luck|good game|have fun|have a nice|have a good|have a great|\
    enjoy|talk soon|until next time|over to you|your turn|your move|happy new year|happy christmas|happy easter|\
    merry christmas|seasons greetings|greetz|greets|grtz|grts|cya|ttyl|later|laters|rgrds|ta|tc|gl|gl hf|glhf|\
    gruss|grusse|gruesse|viele grusse|viele gruesse|liebe grusse|liebe gruesse|beste grusse|beste gruesse|\
    schone grusse|schoene gruesse|freundliche grusse|freundliche gruesse|herzliche grusse|herzliche gruesse|\
    mit freundlichen grussen|mit freundlichen gruessen|mit freundlichem gruss|mit besten grussen|\
    mit besten gruessen|lieben gruss|schonen gruss|vg|lg|mfg|bg|danke|vielen dank|besten dank|herzlichen dank|\
    tschuss|tschuess|bis bald|bis dann|bis morgen|bis spater|schonen tag|schonen abend|schones wochenende|viel spass|\
    viel gluck|viel erfolg|gutes spiel|frohe weihnachten|frohe ostern|gutes neues jahr|alles gute|\
    merci|cordialement|bien cordialement|bien a vous|bien a toi|amicalement|amities|salutations|\
    sinceres salutations|meilleures salutations|bises|a bientot|a plus|a demain|bonne journee|bonne soiree|\
    bonne chance|bon jeu|bonne annee|joyeux noel|au revoir|cdlt|\
    saludos|un saludo|saludos cordiales|atentamente|gracias|muchas gracias|un abrazo|abrazos|hasta luego|\
    hasta pronto|adios|suerte|buena suerte|feliz navidad|\
    saluti|cordiali saluti|distinti saluti|un saluto|tanti saluti|grazie|grazie mille|a presto|arrivederci|\
    buona giornata|buona serata|buona fortuna|in bocca al lupo|cordialmente|un abbraccio|buon natale|buon divertimento|\
    groet|groeten|groetjes|gr|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|\
    hartelijke groet|hartelijke groeten|mvg|bedankt|dank je|dank u|dank je wel|dank|hartelijk dank|tot ziens|tot straks|\
    succes|veel succes|veel plezier|fijne dag|fijne avond|fijn weekend|prettige kerstdagen|doei|\
    pozdrawiam|pozdrowienia|serdecznie pozdrawiam|serdeczne pozdrowienia|z powazaniem|z wyrazami szacunku|dziekuje|\
    dzieki|do widzenia|do zobaczenia|na razie|pozdr|milego dnia|milego wieczoru|powodzenia|milej zabawy|\
    wesolych swiat|obrigado|obrigada|abraco|abracos|atenciosamente|cumprimentos|saudacoes|\
    halsningar|med vanliga halsningar|mvh|tack|hilsen|venlig hilsen|med venlig hilsen|takk|s pozdravem";

/// How people begin what they say about the game and themselves. Behind `to` a verb orders nothing.
const REMARKS: &str = "ok|ok then|ok so|okay|okay then|alright|alright then|all right|right then|well|well then|so|so then|here we go|\
    here goes|here i go|here is|here it is|heres|here you go|here is what i want|this is what|off we go|lets go|lets see|\
    fine|phew|hmm|hm|na dann|nun denn|also dann|also los|also gut|na gut|dann los|dann mal los|los gehts|los geht es|\
    auf gehts|jetzt aber|so dann|on y va|allons y|cest parti|voici|vamos|alla|aqui va|andiamo|ecco|eccoci|\
    daar gaan we|daar gaat ie|komt ie|nice|nice to|nice game|good|good to|great|great to|great game|well played|well done|what a|wow|ouch|haha|lol|congratulations|congrats|\
    sorry|sorry to|apologies|my apologies|excuse me|no hurry|no rush|take your time|looking forward to|happy to|\
    glad to|hope|hope to|i hope|i hope to|i am|im|i was|i think|i will be|ill be|i have been|ive been|i wish|we are|we were|\
    it was|its been|it is|its|that was|thats|this was|this is|you are|youre|you were|you have|let me know|not sure|fun|\
    schon|schones spiel|gut gespielt|gut gemacht|tut mir leid|entschuldigung|entschuldige|verzeihung|\
    ich bin|ich war|ich hoffe|ich glaube|ich freue mich|wir sind|das war|es war|du bist|keine eile|macht spass|gluckwunsch|\
    bravo|bien joue|desole|desolee|pardon|je suis|jetais|jespere|cetait|felicitations|\
    perdon|lo siento|bien jugado|estoy|espero|felicidades|\
    scusa|scusate|mi dispiace|ben giocato|sono|spero|complimenti|\
    goed gespeeld|mooi|ik ben|ik hoop|gefeliciteerd|\
    przepraszam|dobra gra|jestem|gratulacje";

/// Praise that ends in the word of an order; the whole line.
const PRAISE: &str = "nice move|nice attack|nice retreat|good move|good attack|great move|great attack|schoner zug|guter zug|\
    schoner angriff|beau coup|bella mossa";

/// What stands above the orders and says that they follow; the whole line.
const HEADINGS: &str = "here is what i want|here is what i want to do|this is what i want|this is what i want to do|\
    here is what i do|here is my turn|here is my move|my turn|my move|orders|orders for this turn|my orders|here are my orders|here my orders|my orders are|these are my orders|\
    befehle|meine befehle|hier meine befehle|hier sind meine befehle|ordres|mes ordres|voici mes ordres|\
    ordenes|mis ordenes|aqui estan mis ordenes|ordini|i miei ordini|ecco i miei ordini|\
    mijn orders|hier mijn orders|hier zijn mijn orders|bevelen|mijn bevelen|rozkazy|moje rozkazy|oto moje rozkazy";

/// What phones and webmails add; the beginning of a line.
const ADVERTISEMENTS: &str = "sent from my|sent from outlook|sent from mail for|sent from yahoo|sent from proton|\
    sent from gmail|sent from samsung|sent from the|sent via|sent with|sent by|get outlook for|\
    von meinem|gesendet von|gesendet mit|outlook fur|diese nachricht wurde von|holen sie sich outlook|\
    envoye de|envoye depuis|envoye a partir|envoye avec|envoye par|telecharger outlook|obtenir outlook|\
    inviato da|inviato dal|inviato con|scarica outlook|ottieni outlook|\
    verstuurd vanaf|verzonden vanaf|verzonden met|verstuurd met|outlook voor|\
    enviado desde|enviado con|enviado do|obtener outlook|\
    wyslano z|wyslane z|skickat fran|sendt fra|sendt fran|pobierz outlook|odeslano z";

/// Longer lines are no courtesies.
const LONGEST: usize = 200;
/// A sentence has so many words.
const LEAST_SAID: usize = 3;
/// So many words are one whatever they end in.
const LONG_SAID: usize = 6;
/// More words than these behind a phrase are a letter.
const MOST_WORDS: usize = 8;
/// More words than these are no name.
const LONGEST_NAME: usize = 4;

/// Whether a line greets, takes leave or says that orders follow. `name` holds all words of the sender's name.
pub(super) fn is_courtesy(line: &str, name: &[String], vocabulary: &Vocabulary) -> bool {
    let (begins_order, whole) = (vocabulary.begins(line), vocabulary.begins_with_a_whole_word(line));
    if whole || line.chars().count() > LONGEST || line.contains(char::is_numeric) {
        return false;
    }
    let words = plain_words(line);
    if HEADINGS.split('|').chain(PRAISE.split('|')).any(|phrase| begins(&words, phrase) == Some(words.len())) {
        return true;
    }
    let phrases = GREETINGS.split('|').chain(CLOSINGS.split('|')).chain(REMARKS.split('|'));
    if is_remark(line, &words, vocabulary) {
        return true;
    }
    let Some(mut behind) = phrases.filter_map(|phrase| begins(&words, phrase)).max() else { return false };
    if words[behind - 1] == "to" && behind < words.len() {
        behind += 1;
    }
    // "All the best" is no `allot`, but one word may be the beginning of an order
    (!begins_order || behind > 1) && words.len() - behind <= MOST_WORDS && !holds_order(line, behind, name, vocabulary)
}

/// Whether a line is a sentence that somebody wrote to a person: of several words, ended by a sign, or long. What begins
/// nearly as an order, names a unit or holds an order somewhere is none.
fn is_remark(line: &str, words: &[String], vocabulary: &Vocabulary) -> bool {
    let bare = line.trim_end_matches([')', '(', ' ', '"', '\'']);
    let ends = bare.ends_with(['.', '!', ':', ';', ',', '…']);
    let said = words.len() >= LEAST_SAID && ends || words.len() >= LONG_SAID;
    // a question wants an answer
    said && !bare.ends_with('?')
        && !vocabulary.is_empty()
        && !vocabulary.nearly_begins(line)
        && !vocabulary.holds_order_or_name(line)
}

/// Whether a line takes leave: what stands below is a signature.
pub(super) fn is_leave_taking(line: &str, vocabulary: &Vocabulary) -> bool {
    let words = plain_words(line);
    let closes = |phrase| begins(&words, phrase).is_some_and(|length| words.len() - length <= LONGEST_NAME);
    !vocabulary.begins(line) && !line.contains(char::is_numeric) && CLOSINGS.split('|').any(closes)
}

/// Whether a line is what phones and webmails add below a mail.
pub(super) fn is_advertisement(line: &str, vocabulary: &Vocabulary) -> bool {
    let words = plain_words(line);
    !vocabulary.begins(line) && ADVERTISEMENTS.split('|').any(|phrase| begins(&words, phrase).is_some())
}

/// Whether a line is a name as people write it below a mail: a few capital words without a number.
/// Anything that may be a mistyped order is none.
pub(super) fn is_name(line: &str, vocabulary: &Vocabulary) -> bool {
    const PARTICLES: [&str; 14] =
        ["von", "van", "der", "den", "de", "du", "di", "da", "del", "della", "la", "le", "ter", "zu"];
    let words: Vec<&str> = line.split(|sign: char| !sign.is_alphabetic() && sign != '\'' && sign != '’').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    // d'Arc begins with a small letter
    let plain = |word: &&str| word.contains(char::is_uppercase) || PARTICLES.contains(word);
    (1..=LONGEST_NAME).contains(&words.len())
        && !line.contains(|sign: char| sign.is_numeric() || sign == ':')
        && (words.iter().all(plain) || words.len() == 1)
        && !vocabulary.nearly_begins(line)
}

/// Whether a line is part of an address card: a number to call, a mail address, a page.
pub(super) fn is_contact(line: &str, vocabulary: &Vocabulary) -> bool {
    const LABELS: [&str; 16] = [
        "tel",
        "telefon",
        "telephone",
        "telefono",
        "phone",
        "mobile",
        "mobil",
        "movil",
        "cell",
        "fon",
        "handy",
        "fax",
        "web",
        "www",
        "mail",
        "email",
    ];
    let words = plain_words(line);
    let labelled = words.first().is_some_and(|first| LABELS.contains(&first.as_str()));
    let linked = line.contains("://") || line.contains('@');
    (labelled || (linked && words.len() <= MOST_WORDS)) && !vocabulary.nearly_begins(line)
}

/// Whether a line is the sender's own name, of which `name` holds all words.
pub(super) fn is_own_name(line: &str, name: &[String]) -> bool {
    let words = plain_words(line);
    (1..=LONGEST_NAME).contains(&words.len()) && words.iter().all(|word| name.contains(word))
}

/// How many words a phrase takes with which these words begin.
fn begins(words: &[String], phrase: &str) -> Option<usize> {
    let mut length = 0;
    for known in phrase.split_whitespace() {
        if words.get(length).is_none_or(|word| word != known) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// Whether an order begins right behind the first words of a line, or behind a sign that ends a part of it.
fn holds_order(line: &str, behind: usize, name: &[String], vocabulary: &Vocabulary) -> bool {
    let mut parts = line.split([',', ';', ':', '.', '!', '?', '-', '(']);
    let first = parts.next().map(plain_words).unwrap_or_default();
    let rest = first.get(behind..).map(|rest| rest.join(" ")).unwrap_or_default();
    let orders = |part: &str| vocabulary.begins(part) && !is_own_name(part, name);
    orders(&rest) || parts.any(orders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        Vocabulary::new(["move", "attack", "allot", "end", "pass", "mark", "rest", "recover", "say", "what can"])
    }

    fn courtesy(line: &str) -> bool {
        is_courtesy(line, &["mark".to_owned(), "twain".to_owned()], &vocabulary())
    }

    #[test]
    fn people_greet_and_take_leave_in_many_languages() {
        for line in [
            "Hi,",
            "Hello Ben!",
            "Dear Fieldpost,",
            "Good morning",
            "Hallo zusammen,",
            "Liebe Anna,",
            "Moin",
            "Sehr geehrte Damen und Herren,",
            "Bonjour,",
            "Salut Jean !",
            "Cher ami,",
            "¡Hola!",
            "Buenos días,",
            "Estimado Pedro:",
            "Ciao a tutti,",
            "Buongiorno",
            "Hoi Piet,",
            "Beste Jan,",
            "Cześć,",
            "Dzień dobry,",
            "Szanowny Panie,",
        ] {
            assert!(courtesy(line), "{line}");
        }
        for line in [
            "Cheers, Anna",
            "Cheers, Mark",
            "Thanks!",
            "Thank you for the nice game so far.",
            "Best,",
            "Kind regards",
            "All the best - Anna",
            "Viele Grüße",
            "Viele Gruesse, Anna",
            "LG Anna",
            "MfG",
            "Danke und bis bald!",
            "Cordialement,",
            "À bientôt",
            "Merci beaucoup",
            "Bonne soirée !",
            "Saludos",
            "Un abrazo, Pedro",
            "Saluti",
            "Grazie mille",
            "Groetjes, Piet",
            "Met vriendelijke groet,",
            "Pozdrawiam",
            "Z poważaniem,",
            "Dzięki!",
            "Good luck :)",
            "Have a nice weekend",
        ] {
            assert!(courtesy(line), "{line}");
        }
        for line in [
            "nice to play again!",
            "Nice to move on at last.",
            "Good game so far.",
            "Nice move!",
            "Sorry for the delay, I was on holiday.",
            "I hope you are well",
            "I'm back from work",
            "What a roll!",
            "Das war knapp!",
            "Tut mir leid, dass es so lange dauerte",
            "C'était bien joué",
            "na dann los, viel Spaß!",
            "Here is what I want:",
            "ok then",
            "Okay, here we go:",
        ] {
            assert!(courtesy(line), "{line}");
        }
        for line in ["My orders:", "Hier meine Befehle:", "Voici mes ordres :", "Ecco i miei ordini"] {
            assert!(courtesy(line), "{line}");
        }
    }

    #[test]
    fn nothing_that_could_be_an_order_is_a_courtesy() {
        for line in [
            "pass",
            "End",
            "rest Anna",
            "Hi, pass",
            "Hi move A to Bastogne",
            "Thanks, attack Bastogne with A",
            "Cheers. End",
            "Best 1",
            "Hi, A goes to 1203",
            "atack 1203",
            "Please move A",
            "All",
            "All done",
            "mark",
            "Thanks - move A to Bastogne",
            "say: Cheers",
            "A to Bastogne",
            "everybody to Bastogne",
            "Hi what can A do",
            "Nice, move A to Bastogne",
            "I will move A to Bastogne",
            "I am sorry. Attack Bastogne with A",
            "good attack Bastogne with A and B",
            "what can A do",
            "ok, pass",
            "ok move A to Bastogne",
            "here is: attack Bastogne with A",
            "so A to Bastogne 1203",
        ] {
            assert!(!courtesy(line), "{line}");
        }
    }

    #[test]
    fn a_sentence_without_number_unit_and_word_of_orders_is_a_remark() {
        let vocabulary = vocabulary().with_names(["Gutman", "12 VG"]);
        let remark = |line: &str| is_courtesy(line, &[], &vocabulary);
        for line in [
            "looks like a nice system! Here goes my allocation for turn one:",
            "Sure, no problem!",
            "Hi Anna, sorry for the delay, was travelling. Here are my losses:",
            "I think I am lost here, but let us go on.",
            "Nice attack of yours, I did not see that coming. I will try to hold at the Salm.",
            "Thanks for all that you have written to me in the last days about everything",
            "Das hätte ich nicht gedacht, gut gespielt.",
        ] {
            assert!(remark(line), "{line}");
        }
        for line in [
            "Gutman to Bastogne, please.",
            "I will move everybody to Bastogne.",
            "Then everybody should attack Bastogne.",
            "atack Bastogne with everybody.",
            "They go to 1203, please.",
            "to Bastogne",
        ] {
            assert!(!remark(line), "{line}");
        }
    }

    #[test]
    fn phones_advertise_themselves_in_many_languages() {
        for line in [
            "Sent from my iPhone",
            "Get Outlook for Android",
            "Von meinem iPhone gesendet",
            "Envoyé de mon iPhone",
            "Envoyé à partir de Outlook",
            "Inviato da iPhone",
            "Verstuurd vanaf mijn iPad",
            "Enviado desde mi iPhone",
            "Wysłane z iPhone'a",
            "Gesendet mit der GMX iPhone App",
            "Skickat från min iPhone",
        ] {
            assert!(is_advertisement(line, &vocabulary()), "{line}");
        }
        assert!(!is_advertisement("send A to 1203", &vocabulary()));
    }

    #[test]
    fn names_are_capital_words_that_are_no_order() {
        for line in ["Anna", "anna", "Anna Gamer", "Jan van der Berg", "A. Gamer", "Anna O'Neill", "Łukasz", "(Anna)"]
        {
            assert!(is_name(line, &vocabulary()), "{line}");
        }
        for line in [
            "Pass",
            "pas",
            "Psas",
            "Böhm to Bastogne",
            "anna and ben",
            "1203",
            "A 1203",
            "",
            "Attck XLVII",
            "Mark Smith",
            "note: Anna",
        ] {
            assert!(!is_name(line, &vocabulary()), "{line}");
        }
        assert!(is_own_name("Mark", &["mark".to_owned()]) && !is_own_name("Mark 1", &["mark".to_owned()]));
    }

    #[test]
    fn an_address_card_is_known_by_its_labels() {
        for line in ["Tel. +49 170 1234", "anna@home.example", "https://home.example/anna", "Mobile: 0170"] {
            assert!(is_contact(line, &vocabulary()), "{line}");
        }
        for line in ["move A to 1203", "1203", "attack 1204 @ once", "telescope"] {
            assert!(!is_contact(line, &vocabulary()), "{line}");
        }
    }
}
