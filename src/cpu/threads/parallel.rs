//! Work for all threads of a pool, in tasks of which there are many more than threads.
//!
//! Rayon hands out as many pieces as there are threads, and more only of what is stolen; rows of a heap and tiles of cells hold very
//! different numbers of discs. Who waits for the last piece falls asleep within some 30 µs, and to be woken takes longer than a pass over
//! ten thousand discs. So threads take tasks one by one here, and wait awake. Each begins with a share of its own, the same in every pass:
//! what it needs is in its caches.

use std::cell::Cell;
use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::yield_now;

use rayon::{Yield, current_num_threads, current_thread_index, in_place_scope};

use super::pool::Pool;

/// Tasks for each thread: enough that one that is slowed down leaves work to the others, and that all end at about the same time.
const TASKS_PER_THREAD: usize = 16;

/// Particles of a task at least: enough that handing them out costs little.
pub const FEWEST: usize = 512;

/// Particles of which a cache line holds whole ones, whatever is kept of each.
const WHOLE_LINES: usize = 64;

/// How many of so many particles make a task.
pub fn task_length(particles: usize) -> usize {
    particles.div_ceil(TASKS_PER_THREAD * current_num_threads()).max(FEWEST).next_multiple_of(WHOLE_LINES)
}

/// Calls `one` with each number below `count`, on all threads of the pool that this is called in.
pub fn for_each_task(count: usize, one: impl Fn(usize) + Sync) {
    let threads = current_num_threads().min(count);
    if threads <= 1 {
        return (0..count).for_each(one);
    }
    let shares: Vec<Share> = (0..threads).map(|thread| Share::new(count, threads, thread)).collect();
    let ended = AtomicUsize::new(0);
    let take_all = || {
        let _at_work = AtWork::begin();
        let own = current_thread_index().unwrap_or(0);
        (0..threads).for_each(|share| shares[(own + share) % threads].take_all(&one));
    };
    in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| {
                let _ended = Ended(&ended);
                take_all();
            });
        }
        take_all();
        // Whoever came has then done what it took; the scope would wait for it, too, but fall asleep.
        wait_while(|| ended.load(Ordering::Relaxed) + 1 < threads);
    });
}

/// Calls `one` with runs of the numbers below `count`, on all threads.
pub fn for_each_run(count: usize, one: impl Fn(Range<usize>) + Sync) {
    let length = task_length(count);
    for_each_task(count.div_ceil(length), |task| one(task * length..((task + 1) * length).min(count)));
}

/// The sum of what `one` makes of runs of the numbers below `count`, on all threads, in any order.
pub fn sum_of_runs<T: Default + Send>(count: usize, one: impl Fn(Range<usize>) -> T + Sync, add: impl Fn(T, T) -> T + Sync) -> T {
    let all = Mutex::new(T::default());
    for_each_run(count, |run| {
        let part = one(run);
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        *all = add(std::mem::take(&mut all), part);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `one` with each of `parts` and its number, on all threads. Each is much work against handing it out.
pub fn for_each_part<T: Send>(parts: impl IntoIterator<Item = T>, one: impl Fn(usize, T) + Sync) {
    let parts: Vec<T> = parts.into_iter().collect();
    if parts.len() <= 1 || current_num_threads() == 1 {
        return parts.into_iter().enumerate().for_each(|(number, part)| one(number, part));
    }
    let parts: Vec<_> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    for_each_task(parts.len(), |number| {
        let part = parts[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        one(number, part.expect("each task is taken once"));
    });
}

/// Calls `one` with each index and its elements of two slices of the same length, on all threads.
#[inline(always)]
pub fn for_each<A: Send, B: Send>(a: &mut [A], b: &mut [B], one: impl Fn(usize, &mut A, &mut B) + Sync) {
    debug_assert_eq!(a.len(), b.len());
    let length = task_length(a.len());
    for_each_part(a.chunks_mut(length).zip(b.chunks_mut(length)), |task, (a, b)| {
        for (place, (a, b)) in a.iter_mut().zip(b).enumerate() {
            one(task * length + place, a, b);
        }
    });
}

/// Runs something with so many particles in a pool whose threads stay awake meanwhile, unless there is one, or so few particles that most
/// threads have nothing to do. It deals out work by the functions above only: a thread that waits for others in another way, by rayon's,
/// might be kept here in the middle of it.
pub fn run_awake(pool: &Pool, particles: usize, work: impl FnOnce() + Send) {
    if pool.threads() == 1 || particles / FEWEST + 2 < pool.threads() {
        return pool.install(work);
    }
    let is_over = AtomicBool::new(false);
    let stay_awake = || {
        // Who is at work and waits for others takes this for work, too.
        if AT_WORK.get() == 0 {
            let _at_work = AtWork::begin();
            wait_while(|| !is_over.load(Ordering::Relaxed));
        }
    };
    pool.install(|| {
        let _at_work = AtWork::begin();
        in_place_scope(|scope| {
            let _over = Over(&is_over);
            scope.spawn_broadcast(|_, _| stay_awake());
            work();
        });
    });
}

thread_local! {
    /// How much this thread has begun and not ended.
    static AT_WORK: Cell<u32> = const { Cell::new(0) };
}

/// What this thread has begun, as long as it lives.
struct AtWork;

impl AtWork {
    fn begin() -> Self {
        AT_WORK.set(AT_WORK.get() + 1);
        Self
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.set(AT_WORK.get() - 1);
    }
}

/// The tasks that one thread begins with; it has them to itself in its caches as long as no other is done with its own.
#[repr(align(128))]
struct Share {
    next: AtomicUsize,
    end: usize,
}

impl Share {
    fn new(count: usize, threads: usize, thread: usize) -> Self {
        let [next, end] = [thread, thread + 1].map(|thread| count * thread / threads);
        Self { next: AtomicUsize::new(next), end }
    }

    /// Calls `one` with each task that nobody has taken.
    fn take_all(&self, one: &impl Fn(usize)) {
        while self.next.load(Ordering::Relaxed) < self.end {
            let task = self.next.fetch_add(1, Ordering::Relaxed);
            if task < self.end {
                one(task);
            }
        }
    }
}

/// Says that one more has ended, whether it returns or panics: nobody waits for ever.
struct Ended<'a>(&'a AtomicUsize);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Says in the end that something is over, whether it returns or panics.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Helps others of the pool, or gives way to other programs, as long as something is so.
fn wait_while(condition: impl Fn() -> bool) {
    while condition() {
        if rayon::yield_now() != Some(Yield::Executed) {
            spin_loop();
            yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU32;

    use super::*;

    fn pool(threads: usize) -> Pool {
        Pool::new(Some(threads)).unwrap()
    }

    #[test]
    fn every_task_is_done_once_before_the_next_ones() {
        for threads in [1, 2, 3, 8] {
            for count in [0, 1, 2, 7, 100] {
                run_awake(&pool(threads), 10_000, || {
                    for turn in 0..50 {
                        let times: Vec<_> = (0..count).map(|_| AtomicU32::new(0)).collect();
                        for_each_task(count, |task| _ = times[task].fetch_add(1, Ordering::Relaxed));
                        assert!(times.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{threads} threads, turn {turn}");
                    }
                });
            }
        }
    }

    /// A task that waits for tasks of its own must not stay awake instead until all is over.
    #[test]
    fn who_is_at_work_goes_on_with_it() {
        let (pool, sum) = (pool(4), AtomicUsize::new(0));
        for _ in 0..3_000 {
            run_awake(&pool, 10_000, || {
                for_each_task(4, |_| {
                    for_each_task(4, |_| {
                        yield_now();
                        sum.fetch_add(1, Ordering::Relaxed);
                    });
                });
            });
        }
        assert_eq!(sum.into_inner(), 16 * 3_000);
    }

    #[test]
    fn tasks_may_have_tasks() {
        let sum = AtomicUsize::new(0);
        run_awake(&pool(3), 10_000, || for_each_task(20, |a| for_each_task(20, |b| _ = sum.fetch_add(20 * a + b, Ordering::Relaxed))));
        assert_eq!(sum.into_inner(), (0..400).sum::<usize>());
    }

    #[test]
    fn a_task_that_panics_ends_all() {
        let pool = pool(2);
        for bad in 0..8 {
            let work = || run_awake(&pool, 10_000, || for_each_task(8, |task| assert_ne!(task, bad)));
            assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        }
    }

    #[test]
    fn elements_of_both_slices_come_with_their_index() {
        let (mut a, mut b): (Vec<usize>, Vec<usize>) = ((0..10_000).collect(), (0..10_000).map(|k| 2 * k).collect());
        pool(3).install(|| for_each(&mut a, &mut b, |k, a, b| (*a, *b) = (*b - *a - k, *a + *b - 3 * k)));
        assert!(a.iter().chain(&b).all(|&k| k == 0));
    }
}
