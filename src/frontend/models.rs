//! Models of the exchange between a host, a session and its searcher: at every message and every reading of the
//! clock, Shuttle chooses which of their threads continues. Whatever it chooses, every reply must come once and in
//! order.

use std::io::{self, Read, Write};

use crate::engine::Learned;
use crate::frontend::desk::Settings;
use crate::frontend::setting::Setting;
use crate::frontend::{cassio, gomocup, gtp, nboard};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;
use crate::sync::channel::{Receiver, Sender, unbounded};

/// Thread interleavings tried for a script; soak tests try a multiple of them.
const ORDERS: usize = 300;
/// Stack of a thread in bytes, for the recursion of a search.
const STACK: usize = 8 << 20;

/// Commands that arrive line by line. Before a line that follows a `<`, the host waits for a reply.
struct Script {
    lines: Vec<&'static str>,
    replies: Receiver<()>,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.lines.pop() else { return Ok(0) };
        let command = line.trim_start_matches('<');
        for _ in command.len()..line.len() {
            let _ = self.replies.recv();
        }
        let bytes = [command.as_bytes(), b"\n"].concat();
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

/// The output, and a signal to the host for every reply other than a message.
struct Replies {
    text: Vec<u8>,
    written: Sender<()>,
}

impl Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend(bytes);
        if !bytes.starts_with(b"MESSAGE") {
            let _ = self.written.send(());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The replies of `serve` to a script.
fn replies(
    script: &'static str,
    serve: impl Fn(Script, &mut Replies) -> io::Result<()>,
) -> Vec<String> {
    let (written, replies) = unbounded();
    let script = Script { lines: script.lines().rev().collect(), replies };
    let mut output = Replies { text: Vec::new(), written };
    serve(script, &mut output).expect("the threads start");
    let text = String::from_utf8(output.text).expect("replies are text");
    text.lines().map(str::to_owned).collect()
}

/// Runs `test` in many thread interleavings.
fn in_many_orders(test: impl Fn() + Send + Sync + 'static) {
    let mut config = shuttle::Config::new();
    config.stack_size = STACK;
    let orders = ORDERS * std::env::var("TENGEN_SOAK").map_or(1, |times| times.parse().unwrap());
    let scheduler = shuttle::scheduler::RandomScheduler::new(orders);
    shuttle::Runner::new(scheduler, config).run(test);
}

fn settings(variant: Variant) -> Settings {
    let mut settings = Settings::new(variant, false);
    settings.set(Setting::Book(false));
    settings.set(Setting::HashSize(Some(256)));
    settings.set(Setting::MaxNode(Some(60)));
    settings
}

/// The replies to a script of the Gomocup protocol.
fn gomocup_replies(script: &'static str) -> Vec<String> {
    let settings = || settings(Variant::gomoku(Rule::Freestyle));
    replies(script, |input, output| {
        gomocup::serve(input, output, settings(), 0, Learned::default())
    })
}

/// The kinds of replies of the Gomocup protocol, without messages.
fn kinds(replies: &[String]) -> Vec<&'static str> {
    let kind = |line: &String| match line.split_whitespace().next() {
        Some("MESSAGE" | "DEBUG") => None,
        Some("OK") => Some("ok"),
        Some("ERROR" | "UNKNOWN") => Some("error"),
        _ => Some("move"),
    };
    replies.iter().filter_map(kind).collect()
}

#[test]
fn model_of_moves_in_a_row() {
    in_many_orders(|| {
        let replies = gomocup_replies("START 15\nBEGIN\nTURN 0,0\nTURN 0,1\nBOARD\n7,7,1\nDONE");
        assert_eq!(kinds(&replies), ["ok", "move", "move", "move", "move"], "{replies:?}");
    });
}

#[test]
fn model_of_a_stopped_search() {
    in_many_orders(|| {
        let replies = gomocup_replies(
            "START 15\nINFO max_node 0\nINFO timeout_turn 600000\n<BEGIN\nSTOP\nSTOP\n\
             INFO max_node 60\nTURN 0,0\nYXSTOP",
        );
        assert_eq!(kinds(&replies), ["ok", "move", "move"], "{replies:?}");
    });
}

#[test]
fn model_of_a_move_taken_back_during_the_answer() {
    in_many_orders(|| {
        let expected = gomocup_replies("START 15\n<BEGIN\n<YXHASHCLEAR\nTURN 8,6");
        let replies =
            gomocup_replies("START 15\n<BEGIN\n<TURN 0,0\nTAKEBACK 0,0\nYXHASHCLEAR\nTURN 8,6");
        match &kinds(&replies)[..] {
            ["ok", "move", "ok", "move"] => assert_eq!(replies.last(), expected.last()),
            ["ok", "move", "move", "error", "move"] => {}
            _ => panic!("{replies:?}"),
        }
    });
}

#[test]
fn model_of_a_new_game_during_a_search() {
    in_many_orders(|| {
        let replies = gomocup_replies(
            "START 15\nINFO max_node 0\nINFO timeout_turn 600000\n<BEGIN\nSTART 20\nBEGIN\n\
             RESTART\nTURN 0,0\nINFO timeout_turn 0",
        );
        assert_eq!(kinds(&replies), ["ok", "move", "ok", "move", "ok", "move"], "{replies:?}");
    });
}

#[test]
fn model_of_gtp_commands_during_a_search() {
    let script = "1 genmove b\n2 lz-analyze 1\n3 genmove w\n<<<4 lz-analyze 1\n# interrupt\n5 name";
    in_many_orders(move || {
        let variant = Variant::gomoku(Rule::Freestyle);
        let replies = replies(script, |input, output| {
            gtp::serve(input, output, settings(variant), variant.size(), Learned::default())
        });
        let answers = replies.iter().filter_map(|line| line.strip_prefix('='));
        let numbers: Vec<&str> = answers.map(|answer| &answer[..1]).collect();
        assert_eq!(numbers, ["1", "2", "3", "4", "5"], "{replies:?}");
    });
}

#[test]
fn model_of_pings_during_nboard_searches() {
    in_many_orders(|| {
        let script = "set depth 3\ngo\nping 1\nhint 1\nping 2\ngo";
        let replies = replies(script, |input, output| {
            nboard::serve(input, output, settings(Variant::Othello), Learned::default())
        });
        let is_awaited = |line: &&String| line.starts_with("===") || line.starts_with("pong");
        let awaited = replies.iter().filter(is_awaited).map(|line| &line[..line.len().min(6)]);
        let awaited: Vec<&str> = awaited.collect();
        assert_eq!((awaited.len(), &awaited[1..3]), (4, &["pong 1", "pong 2"][..]), "{replies:?}");
        assert_eq!(replies.last().map(String::as_str), Some("status"));
    });
}

#[test]
fn model_of_a_cassio_search_that_is_stopped() {
    in_many_orders(|| {
        let script = "ENGINE-PROTOCOL init\nENGINE-PROTOCOL midgame-search \
            ---------------------------OX------XO---------------------------X -64 64 40 73\n\
            ENGINE-PROTOCOL stop\nENGINE-PROTOCOL get-version\nENGINE-PROTOCOL quit";
        let replies = replies(script, |input, output| {
            cassio::serve(input, output, settings(Variant::Othello), Learned::default())
        });
        // `quit` drops the version if the search has not ended yet.
        let ready = replies.iter().filter(|line| **line == "ready.").count();
        assert!((2..=3).contains(&ready), "{replies:?}");
        assert_eq!(replies.last().map(String::as_str), Some("bye bye."));
    });
}
