//! Which side swap2 chooses.

use super::Bench;
use crate::coord::{Move, Point};
use crate::search::report::Score;

#[test]
fn swap2_takes_the_side_that_its_search_prefers() {
    let best = Move::Place(Point::new(9, 9).unwrap());
    let three = ("SWAP2BOARD|7,7|8,8|9,7|DONE", "h8 i9 j8");
    let five = ("SWAP2BOARD|7,7|8,8|9,7|6,6|5,5|DONE", "h8 i9 j8 g7 f6");
    for (opening, stones) in [three, five] {
        for (score, stays) in [
            (Score::Points(1), true),
            (Score::Points(0), true),
            (Score::Points(-1), false),
            (Score::Win(3), true),
            (Score::Loss(4), false),
        ] {
            let mut bench = Bench::after("START 15");
            assert_eq!(bench.ask(opening), "");
            let choice = bench.finish_scored(&[best], score);
            let moves = bench.ask("MOVES");
            if stays {
                assert_eq!((choice, moves), ("9,9".into(), format!("MOVES {stones} j10")));
            } else {
                assert_eq!((choice, moves), ("SWAP".into(), format!("MOVES {stones}")));
            }
        }
    }
}
