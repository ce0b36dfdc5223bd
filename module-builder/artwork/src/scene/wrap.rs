use super::Face;

/// Breaks a text into lines of at most a width, at blanks; a word that is wider stands alone.
pub fn wrap(text: &str, face: Face, size: f32, width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        // an unbroken space (U+00A0) parts no words
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if !line.is_empty() && face.width(&longer, size) > width {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_width_and_lose_no_word() {
        let text = "Who stands where and what comes when, readable without the rulebook";
        let lines = wrap(text, Face::Medium, 3.1, 30.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| Face::Medium.width(line, 3.1) <= 30.0));
        assert_eq!(lines.join(" "), text);
    }
}
