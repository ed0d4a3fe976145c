//! SPSA tuning with self-play games.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use tengen::arena::plan::MatchPlan;
use tengen::arena::runner::Completion;
use tengen::arena::tuning::{self, Event, Step, TuningRecipe};
use tengen::train::spsa::{Parameter, Schedule};

use crate::scratch::Scratch;
#[cfg(unix)]
use crate::tournament::write_program;

const STEPS: u64 = 6;

fn plan(concurrency: usize) -> MatchPlan {
    let program = env!("CARGO_BIN_EXE_tengen");
    MatchPlan::from_toml(&format!(
        "size = '9'\nseed = 3\nconcurrency = {concurrency}\n\
         generate = {{ count = 4, plies = '4', band = 5, nodes = 500 }}\n\
         [each]\nnodes = 400\nmemory = 20000000\n\
         [[engine]]\ncmd = '{program}'\nname = 'plus'\n\
         [[engine]]\ncmd = '{program}'\nname = 'minus'\n"
    ))
    .unwrap()
}

/// Depth matters more than any search parameter, so that a few games suffice.
fn recipe() -> TuningRecipe {
    let name = "max_depth".to_owned();
    TuningRecipe {
        parameters: vec![Parameter { name, start: 3.0, min: 1.0, max: 8.0, step: 2.0 }],
        schedule: Schedule { steps: STEPS, rate: 0.1 },
        pairs_per_step: 2,
    }
}

/// A run, interrupted after step `most`: the step after which it resumed, 0 if it began anew, and the steps that it
/// played.
fn run(
    out: &Path,
    recipe: &TuningRecipe,
    concurrency: usize,
    most: u64,
) -> (Completion, u64, Vec<Step>) {
    let interrupt = AtomicBool::new(false);
    let (mut resumed, mut steps) = (0, Vec::new());
    let mut watch = |event: Event<'_>| match event {
        Event::Resumed(step) => resumed = step.step,
        Event::Played(step) => {
            steps.push(step.clone());
            interrupt.store(step.step >= most && most < STEPS, Relaxed);
        }
    };
    let completion = tuning::run(&plan(concurrency), recipe, out, &interrupt, &mut watch).unwrap();
    (completion, resumed, steps)
}

#[test]
fn a_run_finds_the_better_value_and_resumes_after_an_interruption() {
    let scratch = Scratch::new("tuning");
    let (whole, parts) = (scratch.path("whole"), scratch.path("parts"));
    let (completion, resumed, steps) = run(&whole, &recipe(), 2, STEPS);
    assert_eq!((completion, resumed), (Completion::Complete, 0));
    assert_eq!(steps.len() as u64, STEPS);
    assert!(steps.iter().all(|step| step.wins + step.draws + step.losses == 4));
    assert!(steps.last().unwrap().point[0] > 3.2, "{steps:?}");

    let (completion, resumed, first) = run(&parts, &recipe(), 1, 2);
    assert_eq!((completion, resumed), (Completion::Interrupted, 0));
    assert_eq!(first, steps[..2]);
    // As after a power failure.
    let journal = parts.join(tuning::FILE);
    let mut text = fs::read_to_string(&journal).unwrap();
    text.push_str("{\"step\":3,\"wi");
    fs::write(&journal, text).unwrap();
    let rest = steps[2..].to_vec();
    assert_eq!(run(&parts, &recipe(), 1, STEPS), (Completion::Complete, 2, rest));
    assert_eq!(fs::read(&journal).unwrap(), fs::read(whole.join(tuning::FILE)).unwrap());
    assert_eq!(run(&parts, &recipe(), 1, STEPS), (Completion::Complete, STEPS, Vec::new()));
}

#[test]
fn a_folder_belongs_to_one_run() {
    let scratch = Scratch::new("tuning-other");
    let out = scratch.path("out");
    run(&out, &recipe(), 2, 1);
    let other = TuningRecipe { pairs_per_step: 3, ..recipe() };
    let never = AtomicBool::new(false);
    let error = tuning::run(&plan(2), &other, &out, &never, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("another run"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_ended_with_the_run_is_no_fault() {
    let scratch = Scratch::new("tuning-ended");
    // As if someone ended all processes of a job, and the engine heard it first.
    let (engine, ended) = (scratch.path("engine"), scratch.path("ended"));
    write_program(&engine, &format!("#!/bin/sh\ntouch '{}'\nexit 1\n", ended.display()));
    let play = |interrupted: &AtomicBool| {
        let plan = MatchPlan::from_toml(&format!(
            "size = '9'\nseed = 3\n\
             generate = {{ count = 4, plies = '4', band = 5, nodes = 500 }}\n\
             [each]\nnodes = 400\n\
             [[engine]]\ncmd = '{0}'\nname = 'plus'\n[[engine]]\ncmd = '{0}'\nname = 'minus'\n",
            engine.display()
        ));
        tuning::run(&plan.unwrap(), &recipe(), &scratch.0, interrupted, &mut |_| ())
    };
    let play_interrupted = || {
        let interrupt = AtomicBool::new(false);
        let _ = fs::remove_file(&ended);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.exists() {
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
                interrupt.store(true, Relaxed);
            });
            play(&interrupt)
        })
    };
    // A busy machine may hold up the interruption, but not every time.
    assert!((0..10).any(|_| play_interrupted() == Ok(Completion::Interrupted)));
    let error = play(&AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.starts_with("plus: "), "{error}");
}
