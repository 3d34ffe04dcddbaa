//! Every adapter against the CPU.

use jostle::gpu::{Context, GpuOptions};
use jostle::solver::SolverError;
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::params::Substep;

use crate::common::contexts;
use crate::{SUBSTEPS, for_each_world, wanted};

#[test]
fn every_adapter_agrees_with_the_cpu() {
    let contexts = contexts();
    let refused = std::cell::Cell::new(0);
    for_each_world(50..60, |number, world, substeps| {
        let in_turn = |turn: usize| wanted().is_some() || number as usize % contexts.len() == turn;
        for (turn, context) in contexts.iter().enumerate().filter(|(turn, _)| in_turn(*turn)) {
            let options = GpuOptions { checked: (number as usize + turn).is_multiple_of(7), ..GpuOptions::default() };
            match compared(number, world, context, &options, substeps) {
                Ok(()) => {}
                // Said, which is all that can be done there.
                Err(error @ (SolverError::LoopEnded { .. } | SolverError::BindingTooLarge { .. })) => {
                    eprintln!("world {number}: {error}");
                    refused.set(refused.get() + 1);
                }
                Err(error) => panic!("world {number} on {}: {error}", context.info),
            }
        }
    });
    assert!(wanted().is_some() || refused.get() < 3, "{} of the worlds were not compared", refused.get());
}

/// Whole frames, then pass by pass, and the measures.
fn compared(number: u64, world: &World, context: &Context, options: &GpuOptions, substeps: &[Substep]) -> Result<(), SolverError> {
    let threads = 1 + number as usize % 3;
    let mut comparison = Comparison::new(world, context, options, Some(threads))?;
    let (whole, deep) = substeps.split_at(substeps.len() - 2);
    for found in [comparison.run(whole)?, comparison.run_deep(deep)?, comparison.measure_deep(SUBSTEPS)?] {
        assert_eq!(found, None, "world {number} on {}", context.info);
    }
    Ok(())
}
