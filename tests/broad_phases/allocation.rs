//! No broad phase asks for memory in a step once it has met its load.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use jostle::geometry::{Aabb, DVec3};

use crate::support::{Random, all};

/// The system's allocator, which counts the requests of each thread.
struct Counting;

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is ending has no count any more.
        let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bodies swing to and fro, slowly and fast; after some swings every step is one that was there before.
#[test]
fn steps_ask_for_no_memory_once_buffers_have_grown() {
    for (name, mut phase) in all::<DVec3>() {
        let mut random = Random::new(1);
        let places: Vec<[DVec3; 2]> = (0..600).map(|_| [random.vector::<DVec3>() * 5.0, random.vector::<DVec3>() * 0.8]).collect();
        let bounds = |id: u32, step: usize| {
            let [centre, swing] = places[id as usize];
            let phase = (step % 16) as f64 / 8.0 - 1.0;
            Aabb::around(centre + swing * if step % 64 < 32 { 0.1 * phase.abs() } else { phase.abs() }, DVec3::splat(0.4))
        };
        (0..600).for_each(|id| phase.insert(id, bounds(id, 0)).unwrap());
        let mut met = 0;
        for step in 0..640 {
            if step == 512 {
                REQUESTS.set(0);
            }
            for id in 0..600 {
                phase.update(id, bounds(id, step)).unwrap();
            }
            // One goes and comes back.
            phase.remove(step as u32 % 600).unwrap();
            met += phase.pairs().len();
            phase.insert(step as u32 % 600, bounds(step as u32 % 600, step)).unwrap();
        }
        assert_eq!(REQUESTS.get(), 0, "{name} asked for memory");
        assert!(met > 640 * 50, "{name}: {met} pairs");
    }
}
