//! NBoard replies that take longer than the end of the input allows.

use crate::program::Program;

#[test]
fn every_iteration_of_a_hint_shows_its_plies() {
    let mut program = Program::start(&["--protocol", "nboard"]);
    program.expect("set depth 4", "set myname Tengen");
    program.expect("hint 1", "status Analyzing");
    let mut depths = Vec::new();
    loop {
        match program.line() {
            line if line == "status" => break,
            line if line.starts_with("search ") => {
                depths.extend(line.split(' ').nth(4).map(str::to_owned));
            }
            line => assert!(line.starts_with("nodestats "), "{line}"),
        }
    }
    assert_eq!(depths, ["1", "2", "3", "4", "4"]);
    assert!(program.finish().is_empty());
}
