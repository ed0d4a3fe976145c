//! Letters as strokes, so that pictures need no font.
//!
//! A glyph is path data on a grid whose baseline has y = 0 and whose capitals reach y = -10.

use std::fmt::Write;

/// Space between two glyphs.
const SPACE: f64 = 2.3;
/// Picture units of a grid unit at font size 1.
const SCALE: f64 = 0.07;

/// Each glyph with its width and its strokes.
#[rustfmt::skip]
const GLYPHS: &[(char, f64, &str)] = &[
    ('0', 6.0, "M3 -10C7 -10 7 0 3 0C-1 0 -1 -10 3 -10Z"),
    ('1', 3.0, "M0 -8L3 -10V0"),
    ('2', 6.0, "M0 -7.5C0 -10.8 6 -10.8 6 -7.3C6 -4.5 2 -3 0 0H6"),
    ('3', 6.0, "M.3 -8.5C1.5 -10.6 5.7 -10.4 5.7 -7.6C5.7 -5.6 4 -5.3 2.5 -5.3C4.4 -5.3 6 -4.6 6 -2.7C6 .6 1 .7 0 -1.8"),
    ('4', 6.0, "M4.5 0V-10L0 -3H6"),
    ('5', 6.0, "M5.5 -10H1L.6 -5.6C2.5 -7.2 6 -6.4 6 -3.2C6 .6 1.2 .8 0 -1.6"),
    ('6', 6.0, "M5.3 -9.3C2 -11.4 0 -7.5 0 -3.2A3 3.2 0 1 0 6 -3.2A3 3.1 0 0 0 0 -3.2"),
    ('7', 6.0, "M0 -10H6L2 0"),
    ('8', 6.0, "M3 -5.2A2.6 2.4 0 1 1 3 -10A2.6 2.4 0 1 1 3 -5.2A3 2.6 0 1 1 3 0A3 2.6 0 1 1 3 -5.2"),
    ('9', 6.0, "M.7 -.7C4 1.4 6 -2.5 6 -6.8A3 3.2 0 1 0 0 -6.8A3 3.1 0 0 0 6 -6.8"),
    ('A', 6.0, "M0 0L3 -10L6 0M1.2 -3.6H4.8"),
    ('B', 6.0, "M0 0V-10H3.2A2.4 2.4 0 0 1 3.2 -5.2H0M3.2 -5.2A2.6 2.6 0 0 1 3.2 0H0"),
    ('C', 6.0, "M5.8 -8.2C4.6 -10.6 0 -11 0 -5C0 1 4.6 .6 5.8 -1.8"),
    ('D', 6.0, "M0 0V-10H2A4 5 0 0 1 2 0Z"),
    ('E', 5.5, "M5.5 -10H0V0H5.5M0 -5.2H4.6"),
    ('F', 5.5, "M5.5 -10H0V0M0 -5.2H4.6"),
    ('G', 6.0, "M5.8 -8.2C4.6 -10.6 0 -11 0 -5C0 1 4.6 .6 6 -1.8V-4.6H3.6"),
    ('H', 6.0, "M0 0V-10M6 0V-10M0 -5.2H6"),
    ('I', 0.0, "M0 0V-10"),
    ('J', 4.0, "M4 -10V-2.6C4 .6 .6 .8 0 -1.6"),
    ('K', 6.0, "M0 0V-10M6 -10L0 -4M2 -6L6 0"),
    ('L', 5.0, "M0 -10V0H5"),
    ('M', 7.0, "M0 0V-10L3.5 -3.5L7 -10V0"),
    ('N', 6.0, "M0 0V-10L6 0V-10"),
    ('O', 7.0, "M3.5 -10A3.5 5 0 1 1 3.5 0A3.5 5 0 1 1 3.5 -10Z"),
    ('P', 6.0, "M0 0V-10H3.2A2.6 2.6 0 0 1 3.2 -4.8H0"),
    ('Q', 7.0, "M3.5 -10A3.5 5 0 1 1 3.5 0A3.5 5 0 1 1 3.5 -10ZM4.4 -2.4L7 .6"),
    ('R', 6.0, "M0 0V-10H3.2A2.6 2.6 0 0 1 3.2 -4.8H0M2.8 -4.8L6 0"),
    ('S', 6.0, "M5.6 -8.4C4.8 -10.4 .4 -10.6 .4 -7.6C.4 -4.4 6 -6 6 -2.6C6 .6 1 .8 0 -1.9"),
    ('T', 6.0, "M0 -10H6M3 -10V0"),
    ('U', 6.0, "M0 -10V-3A3 3 0 0 0 6 -3V-10"),
    ('V', 6.0, "M0 -10L3 0L6 -10"),
    ('W', 8.0, "M0 -10L2 0L4 -7L6 0L8 -10"),
    ('X', 6.0, "M0 0L6 -10M0 -10L6 0"),
    ('Y', 6.0, "M0 -10L3 -5L6 -10M3 -5V0"),
    ('Z', 6.0, "M0 -10H6L0 0H6"),
    ('a', 5.0, "M5 -7V0M5 -3.5A2.5 3.5 0 1 0 0 -3.5A2.5 3.5 0 1 0 5 -3.5"),
    ('b', 5.0, "M0 -10V0M0 -3.5A2.5 3.5 0 1 1 5 -3.5A2.5 3.5 0 1 1 0 -3.5"),
    ('c', 4.8, "M4.8 -5.7C3.8 -7.4 0 -7.8 0 -3.5C0 .8 3.8 .4 4.8 -1.3"),
    ('d', 5.0, "M5 -10V0M5 -3.5A2.5 3.5 0 1 0 0 -3.5A2.5 3.5 0 1 0 5 -3.5"),
    ('e', 5.0, "M0 -3.8H5C5 -8 0 -8.2 0 -3.5C0 .6 3.8 .6 4.8 -1.4"),
    ('f', 3.6, "M3.6 -9.6C2.2 -10.6 1.2 -9.6 1.2 -8V0M0 -6.8H3.2"),
    ('g', 5.0, "M5 -7V0C5 3.2 1.4 3.6 .3 2M5 -3.5A2.5 3.5 0 1 0 0 -3.5A2.5 3.5 0 1 0 5 -3.5"),
    ('h', 5.0, "M0 -10V0M0 -4C0 -8 5 -8 5 -4V0"),
    ('i', 0.0, "M0 -7V0M0 -10V-9.6"),
    ('j', 2.0, "M2 -7V.8C2 2.6 1 3 0 2.8M2 -10V-9.6"),
    ('k', 4.6, "M0 -10V0M4.3 -7L0 -2.6M1.6 -4.2L4.6 0"),
    ('l', 0.0, "M0 -10V0"),
    ('m', 8.0, "M0 -7V0M0 -4C0 -8 4 -8 4 -4V0M4 -4C4 -8 8 -8 8 -4V0"),
    ('n', 5.0, "M0 -7V0M0 -4C0 -8 5 -8 5 -4V0"),
    ('o', 5.0, "M2.5 -7A2.5 3.5 0 1 1 2.5 0A2.5 3.5 0 1 1 2.5 -7Z"),
    ('p', 5.0, "M0 -7V3M0 -3.5A2.5 3.5 0 1 1 5 -3.5A2.5 3.5 0 1 1 0 -3.5"),
    ('q', 5.0, "M5 -7V3M5 -3.5A2.5 3.5 0 1 0 0 -3.5A2.5 3.5 0 1 0 5 -3.5"),
    ('r', 3.2, "M0 -7V0M0 -3.6C.2 -6.4 1.6 -7.4 3.2 -6.9"),
    ('s', 4.6, "M4.2 -5.9C3.6 -7.4 .3 -7.5 .3 -5.3C.3 -3 4.6 -4.2 4.6 -1.8C4.6 .5 .9 .6 0 -1.3"),
    ('t', 3.5, "M1.4 -9.4V-2C1.4 -.2 2.4 .2 3.5 -.3M0 -6.9H3.3"),
    ('u', 5.0, "M0 -7V-3C0 1 5 1 5 -3M5 -7V0"),
    ('v', 5.0, "M0 -7L2.5 0L5 -7"),
    ('w', 7.0, "M0 -7L1.8 0L3.5 -5.5L5.2 0L7 -7"),
    ('x', 5.0, "M0 0L5 -7M0 -7L5 0"),
    ('y', 5.0, "M0 -7L2.5 0M5 -7L2 1.6C1.6 2.8 .8 3 0 2.7"),
    ('z', 4.6, "M0 -7H4.6L0 0H4.6"),
    ('+', 5.0, "M0 -4.5H5M2.5 -7V-2"),
    ('-', 4.0, "M0 -4.5H4"),
    ('.', 0.0, "M0 0V-.1"),
    ('?', 5.0, "M0 -8C.6 -10.6 5 -10.8 5 -7.6C5 -5.4 2.5 -5.2 2.5 -2.8M2.5 -.1V0"),
    ('!', 0.0, "M0 -10V-3M0 -.1V0"),
];

fn glyph(c: char) -> Option<&'static (char, f64, &'static str)> {
    GLYPHS.iter().find(|(name, _, _)| *name == c)
}

/// Whether every character of `text` has strokes.
pub fn can_draw(text: &str) -> bool {
    text.chars().all(|c| glyph(c).is_some())
}

/// `text` centred at `x`, as an element for a picture with round strokes. Characters without strokes are left out.
pub fn strokes(text: &str, x: u32, baseline: u32, size: u32, ink: &str) -> String {
    let glyphs: Vec<_> = text.chars().filter_map(glyph).collect();
    let width: f64 = glyphs.iter().map(|(_, width, _)| width + SPACE).sum::<f64>() - SPACE;
    let scale = f64::from(size) * SCALE;
    let left = f64::from(x) - width * scale / 2.0;
    let mut element = format!(
        "<g transform=\"translate({left:.2} {baseline}) scale({scale:.3})\" fill=\"none\" \
         stroke=\"{ink}\" stroke-width=\"1.5\">"
    );
    let mut at = 0.0;
    for (_, width, path) in glyphs {
        let _ = write!(element, "<path transform=\"translate({at:.1})\" d=\"{path}\"/>");
        at += width + SPACE;
    }
    element.push_str("</g>");
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_letters_have_strokes_and_other_characters_have_none() {
        for c in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(can_draw(&c.to_string()), "{c}");
        }
        assert!(!can_draw("五") && !can_draw("a<"));
    }

    #[test]
    fn a_text_is_centred() {
        // One stroke without width, and a glyph of 6 units at a scale of 0.7.
        assert!(strokes("I", 20, 9, 10, "red").contains("translate(20.00 9) scale(0.700)"));
        assert!(strokes("H", 20, 9, 10, "red").contains("translate(17.90 9)"));
        assert_eq!(strokes("12", 0, 0, 10, "red").matches("<path").count(), 2);
    }
}
