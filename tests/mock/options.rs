//! The command line.

use std::process::exit;
use std::time::Duration;

use crate::fault::Fault;

const HELP: &str = "\
Plays random legal moves of Gomoku (every rule) or Othello.

  --gtp            speak GTP instead of the Gomocup protocol; a board of 8 rows is for Othello
  --nboard         speak the NBoard protocol, Othello only
  --edax           speak as the console of Edax, Othello only
  --seed N         seed of the moves (default 0)
  --think MS       time for every move
  --score X        Gomocup: report this score before every move
  --about MS       time for the answer to ABOUT, or `never` (default 0)
  --choice C       answer to three stones in swap2: swap, stay or put (default: random)
  --fault KIND     misbehave, see below
  --at PLY         only when asked after exactly PLY plies (default: whenever asked);
                   no meaning for faults outside turns
  --late-by MS     delay of the fault `late` (default 1000)
  --refuse WORD    GTP: refuse commands that begin so, such as `time_` or `play w pass`
  --shout          GTP: answer in capitals and with a number behind the mark;
                   NBoard: answer in capitals and with blanks between the parts

Faults when asked for a move:
  crash            exit with code 1
  abort            panic with words on standard error
  hang             never answer
  late             answer late
  occupied         play on a stone
  offboard         play next to the board
  faraway          play 99,-5 (GTP, NBoard, Edax: z99)
  noflip           Othello: play where nothing is turned
  forbidden        renju: play on a forbidden point
  falsepass        pass without need
  garbage          answer with words
  error            answer with an error
  long-line        answer with a line of a million characters
  babble           answer after twenty thousand messages (GTP: blank lines)
  flood            write lines for ever, never the answer
  doubled          answer twice
  resign           resign (Gomocup: the word `resign`)
Other faults:
  deaf             read nothing any more once the game has begun
  start-error, start-silence, start-crash
                   refuse, do not answer, or crash at START (GTP: clear_board)
  end-hang         ignore END and the end of the input
  end-crash        exit with code 3 at END
  exit-before-start
                   exit with code 2 at once";

/// The protocol to speak.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Gomocup,
    Gtp,
    NBoard,
    Edax,
}

/// What the mock is asked to do.
pub struct Options {
    pub protocol: Protocol,
    pub seed: u64,
    pub think: Duration,
    pub score: Option<String>,
    /// `None` is never.
    pub about: Option<Duration>,
    pub choice: Option<String>,
    pub fault: Option<Fault>,
    pub at: Option<usize>,
    pub late_by: Duration,
    pub refuse: Option<String>,
    pub shout: bool,
}

impl Options {
    /// Reads the command line; ends the program if it is wrong.
    pub fn from_arguments() -> Options {
        let mut options = Options {
            protocol: Protocol::Gomocup,
            seed: 0,
            think: Duration::ZERO,
            score: None,
            about: Some(Duration::ZERO),
            choice: None,
            fault: None,
            at: None,
            late_by: Duration::from_secs(1),
            refuse: None,
            shout: false,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_else(|| usage(&argument));
            match argument.as_str() {
                "--help" => {
                    println!("{HELP}");
                    exit(0);
                }
                "--gtp" => options.protocol = Protocol::Gtp,
                "--nboard" => options.protocol = Protocol::NBoard,
                "--edax" => options.protocol = Protocol::Edax,
                "--shout" => options.shout = true,
                "--seed" => options.seed = number(&value()),
                "--think" => options.think = Duration::from_millis(number(&value())),
                "--late-by" => options.late_by = Duration::from_millis(number(&value())),
                "--at" => options.at = Some(number(&value()) as usize),
                "--about" => {
                    let text = value();
                    options.about = (text != "never").then(|| Duration::from_millis(number(&text)));
                }
                "--score" => options.score = Some(value()),
                "--choice" => options.choice = Some(value()),
                "--refuse" => options.refuse = Some(value()),
                "--fault" => {
                    let name = value();
                    options.fault = Some(Fault::from_name(&name).unwrap_or_else(|| usage(&name)));
                }
                unknown => usage(unknown),
            }
        }
        options
    }
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| usage(text))
}

fn usage(what: &str) -> ! {
    eprintln!("mock-engine: '{what}' is not understood\n\n{HELP}");
    exit(64)
}
