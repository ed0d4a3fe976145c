//! `tengen picture` as a command: the files, the terminal, errors, exit codes.

use std::fs;
use std::process::Output;

use crate::tools::{run, temporary, text};

const GOMOKU: &str = "h8i9g7i7i8g8j8k8f8";
const OTHELLO: &str = "f5d6c3d3c4f4f6";

fn picture(arguments: &[&str], input: &str) -> Output {
    run(&[&["picture"], arguments].concat(), input.as_bytes())
}

/// The file that `tengen picture` makes of `input`, with the ending of `name`.
fn drawn(name: &str, arguments: &[&str], input: &str) -> Vec<u8> {
    let file = temporary(name);
    let output = picture(&[arguments, &["-", &file]].concat(), input);
    assert!(output.status.success() && output.stdout.is_empty(), "{}", text(&output.stderr));
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    bytes
}

fn svg(name: &str, arguments: &[&str], input: &str) -> String {
    text(&drawn(name, arguments, input))
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn a_file_shows_what_is_asked_for() {
    let plain = svg("plain.svg", &[], GOMOKU);
    assert_eq!((count(&plain, "data-at="), count(&plain, "class=\"last\"")), (9, 1));
    for class in ["mark", "forbidden", "heat", "graph"] {
        assert_eq!(count(&plain, &format!("class=\"{class}\"")), 0, "{class}");
    }
    assert!(plain.contains("<title>Gomoku, freestyle, 15x15, ply 9</title>"), "{plain}");
    let limits = ["--nodes", "300", "--heat=3", "--graph", "--marks", "a1,b2=B"];
    let full = svg("full.svg", &limits, GOMOKU);
    for (class, expected) in [("mark", 2), ("heat", 3), ("graph", 1), ("now", 1)] {
        assert_eq!(count(&full, &format!("class=\"{class}\"")), expected, "{class}");
    }
    assert_eq!(full, svg("again.svg", &limits, GOMOKU), "a picture does not depend on chance");
    let early = svg("early.svg", &["--ply", "4", "--row1", "bottom"], GOMOKU);
    assert_eq!(count(&early, "data-at="), 4);
    let chinese = svg("chinese.svg", &["--lang", "zh"], OTHELLO);
    assert!(chinese.contains("<title>黑白棋，第 7 手</title>"), "{chinese}");
}

#[test]
fn forbidden_points_are_those_of_black() {
    let moves = "f8o2h7o3h6o6g8c15";
    let renju = ["--rule", "renju", "--forbidden"];
    // Black is to move after ply 8 and White after ply 7: h8 is forbidden to Black in both positions.
    for ply in ["7", "8"] {
        let text = svg(&format!("foul{ply}.svg"), &[&renju[..], &["--ply", ply]].concat(), moves);
        assert_eq!(count(&text, "class=\"forbidden\" d=\"M163 163l"), 1, "{text}");
        assert_eq!(count(&text, "class=\"forbidden\""), 1);
    }
}

#[test]
fn a_terminal_gets_characters() {
    let output = picture(&["--terminal", "auto", "-"], GOMOKU);
    let shown = text(&output.stdout);
    assert!(shown.contains("\n 8  ·  ·  ·  ·  · (●) ○  ●  ●  ●  ○  ·  ·  ·  ·  8\n"), "{shown}");
    assert!(shown.ends_with("Gomoku, freestyle, 15x15, ply 9\n"), "{shown}");
    let heat = picture(&["--heat=2", "--nodes", "300", "-", "-"], OTHELLO);
    assert!(text(&heat.stdout).contains("\nBest moves: "), "{}", text(&heat.stdout));
}

#[test]
fn a_record_is_chosen_by_its_number() {
    let games = "h8i9\nh8i9g7\n";
    assert_eq!(count(&svg("second.svg", &["--record", "2"], games), "data-at="), 3);
    let output = picture(&["--record", "3", "-"], games);
    assert_eq!(text(&output.stderr), "tengen: -: no game 3\n");
}

#[test]
fn a_game_must_be_legal_up_to_the_ply_drawn() {
    for (ply, code) in [("2", 0), ("3", 2)] {
        let output = picture(&["--ply", ply, "--terminal", "unicode", "-"], "h8i9h8");
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let file = temporary("bad.svg");
    let jpeg = temporary("bad.jpg");
    for (arguments, message) in [
        (&["-", &*jpeg][..], "(expected .svg, .png, .gif or -)"),
        (&["--ply", "10", "-", &file], "invalid ply '10' (expected at most 9)"),
        (
            &["--marks", "o16", "-", &file],
            "invalid mark 'o16' (expected a point of the 15x15 board)",
        ),
        (&["--marks", "h8=long", "-", &file], "invalid mark 'h8=long' (expected h8, or h8=A"),
        (&["--forbidden", "-", &file], "freestyle has no forbidden points (expected renju)"),
        (&["--terminal", "kitty", "-", &file], "--terminal has no effect with an output file"),
        (&["--numbers", "some", "-", &file], "expected all, last, none or a ply"),
        (&["no such file", &file], "no such file"),
    ] {
        let output = picture(arguments, GOMOKU);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    let illegal = picture(&["-", &file], "h8h8");
    assert!(text(&illegal.stderr).contains("h8 is occupied by black"), "{}", text(&illegal.stderr));
    assert!(!fs::exists(&file).unwrap() && !fs::exists(&jpeg).unwrap());
}

#[cfg(feature = "pictures")]
mod rendered {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    fn pixel(image: &Pixmap, x: u32, y: u32) -> [u8; 3] {
        let pixel = image.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn a_png_has_its_size_and_its_colours() {
        // A pixel for each unit of the picture: h8 has its centre at 168, 168.
        let image = drawn("board.png", &["--width", "322", "--numbers", "none"], GOMOKU);
        let image = Pixmap::decode_png(&image).unwrap();
        assert_eq!((image.width(), image.height()), (322, 322));
        assert_eq!(pixel(&image, 168, 168), [0x1d, 0x1d, 0x1f], "a black stone on h8");
        assert_eq!(pixel(&image, 188, 188), [0xfa, 0xfa, 0xf5], "a white stone on i9");
        assert_eq!(pixel(&image, 38, 38), [0xe3, 0xb7, 0x71], "wood between the lines");
        let numbers = drawn("numbers.png", &["--width", "322"], GOMOKU);
        let numbers = Pixmap::decode_png(&numbers).unwrap();
        assert_ne!(pixel(&numbers, 168, 168), pixel(&image, 168, 168), "the number 1");
        let othello =
            drawn("othello.png", &["--width", "364", "--graph", "--nodes", "50"], OTHELLO);
        let othello = Pixmap::decode_png(&othello).unwrap();
        assert_eq!((othello.width(), othello.height()), (364, 520));
        assert_eq!(pixel(&othello, 56, 56), [0x2b, 0x8a, 0x53], "an empty square");
    }

    #[test]
    fn a_gif_has_a_frame_for_every_ply() {
        for (name, moves, plies) in
            [("g.gif", GOMOKU, 9), ("o.gif", OTHELLO, 7), ("e.gif", "h8", 1)]
        {
            let bytes = drawn(name, &["--width", "161", "--delay", "250"], moves);
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::RGBA);
            let mut decoder = options.read_info(&*bytes).unwrap();
            assert_eq!(decoder.width(), 161);
            let mut delays = Vec::new();
            while let Some(frame) = decoder.read_next_frame().unwrap() {
                delays.push(frame.delay);
            }
            let mut expected = vec![25; plies];
            expected[plies - 1] = 100;
            assert_eq!(delays, expected, "{name}");
        }
    }

    #[test]
    fn a_terminal_gets_graphics_on_request() {
        let kitty = picture(&["--terminal", "kitty", "-"], GOMOKU).stdout;
        assert!(
            kitty.starts_with(b"\x1b_Ga=T,f=100,m=1;iVBORw0KGgo") && kitty.ends_with(b"\x1b\\\n")
        );
        let sixel = picture(&["--terminal", "sixel", "--width", "90", "-", "-"], GOMOKU).stdout;
        assert!(sixel.starts_with(b"\x1bP0;1q\"1;1;90;90#0;2;"), "{}", text(&sixel[..30]));
    }
}
