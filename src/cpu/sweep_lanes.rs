//! Sweeping four blocks of one colour at a time, a contact of each in every step: what the readable twin in `sweep` does
//! block by block, faster and to the same bits. Blocks of a colour do not reach each other's particles, so it does not
//! matter which of them goes first, and their contacts do not wait for each other.

use wide::{f32x4, i32x4, u32x4};

use bytemuck::cast;

use super::find_contacts::ROWS;
use super::impulse::UNITS_PER_STEP;
use super::sweep::{Kind, Sweep, block_runs};
use crate::world::contacts::ContactRow;
use crate::world::fixed::{MAX_DISPLACEMENT, MAX_IMPULSE};
use crate::world::links::NO_PARTNER;
use crate::world::particle::{MAX_TOUCHING, PHASE_SHIFT, Particle, RADIUS_MASK, TOUCHING_SHIFT};

/// Blocks that are swept together.
pub const LANES: usize = 4;

/// Most contacts of a block that is swept with others.
const MOST: usize = 64;

/// The contacts of a block, in the order of a forward sweep: owner and row of each.
struct List {
    contacts: [(u32, u32); MOST + ROWS],
    count: usize,
}

/// Four contacts: see `Separation`.
pub struct Apart {
    pub gap: f32x4,
    pub normal: [f32x4; 2],
    /// Whether the discs of one of them are at the same place.
    pub coincident: bool,
}

impl<K: Kind> Sweep<'_, K> {
    /// The blocks of one colour in a row of blocks.
    ///
    /// # Safety
    /// No other thread reads or writes what these blocks reach.
    pub unsafe fn blocks(&self, colour: u32, row: u32) {
        let mut lists = [const { List { contacts: [(0, 0); MOST + ROWS], count: 0 } }; LANES];
        let mut blocks = [0; LANES];
        let mut filled = 0;
        let mut block = colour;
        while 2 * block < self.params.grid_size[0] {
            // SAFETY: the caller's, here and below.
            unsafe {
                if !self.list([block, row], &mut lists[filled]) {
                    self.block([block, row]);
                } else if lists[filled].count > 0 {
                    blocks[filled] = block;
                    filled += 1;
                    if filled == LANES {
                        self.solve_lists(&lists);
                        filled = 0;
                    }
                }
            }
            block += 2;
        }
        for &block in &blocks[..filled] {
            // SAFETY: the caller's.
            unsafe { self.block([block, row]) };
        }
    }

    /// Lists the contacts of a block; whether they can be swept with others.
    #[inline(always)]
    unsafe fn list(&self, block: [u32; 2], list: &mut List) -> bool {
        list.count = 0;
        for run in block_runs(self.params, self.cell_starts, block) {
            for i in run {
                // SAFETY: the caller's.
                let rows = unsafe { self.contacts.read_many::<ROWS>(i * ROWS) };
                // Used rows come first; those after them are overwritten.
                let used = rows.iter().filter(|row| row.partner != NO_PARTNER).count();
                if list.count + used > MOST {
                    return false;
                }
                for (k, place) in list.contacts[list.count..list.count + ROWS].iter_mut().enumerate() {
                    *place = (i as u32, (i * ROWS + k) as u32);
                }
                list.count += used;
            }
        }
        true
    }

    unsafe fn solve_lists(&self, lists: &[List; LANES]) {
        let steps = lists.iter().map(|list| list.count).max().unwrap_or(0);
        for step in 0..steps {
            // A list that is at its end repeats its last contact, of which nothing is kept.
            let places: [usize; LANES] = std::array::from_fn(|lane| {
                let (count, step) = (lists[lane].count, step.min(lists[lane].count - 1));
                if self.backwards { count - 1 - step } else { step }
            });
            let active = std::array::from_fn(|lane| if step < lists[lane].count { -1 } else { 0 });
            let contacts = std::array::from_fn(|lane| lists[lane].contacts[places[lane]]);
            // SAFETY: the caller's.
            unsafe { self.solve_four(contacts, i32x4::new(active)) };
        }
    }

    #[inline(always)]
    unsafe fn solve_four(&self, contacts: [(u32, u32); LANES], active: i32x4) {
        // SAFETY: the caller's.
        unsafe {
            let rows: [ContactRow; LANES] = contacts.map(|(_, row)| self.contacts.read(row as usize));
            let owners = contacts.map(|(owner, _)| owner as usize);
            let partners = rows.map(|row| row.partner as usize);
            let ours = Discs::read(self, owners);
            let theirs = Discs::read(self, partners);
            let apart = separation(&ours, &theirs);
            if apart.coincident {
                return self.solve_one_by_one(contacts, active);
            }
            let relative = [ours.displacement[0] - theirs.displacement[0], ours.displacement[1] - theirs.displacement[1]];
            let approach = float_of(relative[0]) * apart.normal[0] + float_of(relative[1]) * apart.normal[1];
            let speed = self.rebound_four(approach, apart.gap);
            let live = [ours.is_live(), theirs.is_live()];
            let mass = select(live[0] & live[1], f32x4::splat(0.5), f32x4::splat(1.0));
            let before = f32x4::new(rows.map(|row| row.impulse));
            let after = self.kind.impulses_after(speed, apart.gap, mass, before);
            let applied = after - before + mass * (speed - approach);
            let held = applied.fast_max(f32x4::splat(-MAX_IMPULSE)).fast_min(f32x4::splat(MAX_IMPULSE));
            let change = apart.normal.map(|normal| rounded(held * normal));
            self.write_displacements(owners, &ours, change, live[0] & active);
            self.write_displacements(partners, &theirs, change.map(|c| -c), live[1] & active);
            let impulses = select(active, after, before).to_array();
            for lane in 0..LANES {
                self.contacts.write(contacts[lane].1 as usize, ContactRow { impulse: impulses[lane], ..rows[lane] });
            }
            for lane in 0..LANES {
                self.contacts.at(contacts[lane].1 as usize).impulse = impulses[lane];
            }
            self.kind.touched_four(owners, ours.info_after_touching(live[0] & active));
            self.kind.touched_four(partners, theirs.info_after_touching(live[1] & active));
        }
    }

    /// [`Self::rebound`] of four contacts.
    #[inline(always)]
    fn rebound_four(&self, speed: f32x4, gap: f32x4) -> f32x4 {
        if self.params.restitution == 0.0 {
            return speed;
        }
        let collides = (speed + gap.fast_max(f32x4::splat(0.0))).simd_lt(f32x4::splat(0.0));
        let collides = collides & speed.simd_lt(f32x4::splat(-self.params.bounce_speed));
        select(cast(collides), speed * f32x4::splat(-self.params.restitution), speed)
    }

    /// Adds a change to the displacements of those that move.
    #[inline(always)]
    unsafe fn write_displacements(&self, indices: [usize; LANES], discs: &Discs, change: [i32x4; 2], moves: i32x4) {
        let most = i32x4::splat(MAX_DISPLACEMENT);
        let sum = [0, 1].map(|axis| discs.displacement[axis] + (change[axis] & moves));
        let too_fast = sum.map(|sum| sum.simd_gt(most) | sum.simd_lt(-most));
        let mut after = sum.map(|sum| sum.to_array());
        if (too_fast[0] | too_fast[1]).any() {
            after = self.held_four(after);
        }
        for lane in 0..LANES {
            // SAFETY: the caller's.
            unsafe { self.displacements.write(indices[lane], [after[0][lane], after[1][lane]]) };
        }
    }

    /// Those of four displacements that do not fit, held and counted.
    #[cold]
    #[inline(never)]
    fn held_four(&self, [x, y]: [[i32; LANES]; 2]) -> [[i32; LANES]; 2] {
        let held: [_; LANES] = std::array::from_fn(|lane| self.counters.held([x[lane], y[lane]], false));
        [0, 1].map(|axis| held.map(|displacement| displacement[axis]))
    }

    /// The same four contacts as the readable twin solves them.
    #[cold]
    #[inline(never)]
    unsafe fn solve_one_by_one(&self, contacts: [(u32, u32); LANES], active: i32x4) {
        let active = active.to_array();
        for lane in (0..LANES).filter(|&lane| active[lane] != 0) {
            let (owner, row) = (contacts[lane].0 as usize, contacts[lane].1 as usize);
            // SAFETY: the caller's.
            unsafe { self.solve_row(owner, row) };
        }
    }
}

/// Four particles, one array a value.
pub struct Discs {
    position: [i32x4; 2],
    info: u32x4,
    displacement: [i32x4; 2],
}

impl Discs {
    /// # Safety
    /// No other thread writes them.
    #[inline(always)]
    unsafe fn read<K: Kind>(sweep: &Sweep<'_, K>, indices: [usize; LANES]) -> Self {
        // SAFETY: the caller's.
        let (particles, displacements) = unsafe { (indices.map(|i| sweep.kind.particle(i)), indices.map(|i| sweep.displacements.read(i))) };
        Self {
            position: [0, 1].map(|axis| i32x4::new(particles.map(|particle| particle.position[axis]))),
            info: u32x4::new(particles.map(|particle| particle.info)),
            displacement: [0, 1].map(|axis| i32x4::new(displacements.map(|displacement| displacement[axis]))),
        }
    }

    /// Particles that no thread writes, at rest.
    #[inline(always)]
    pub fn at_rest(particles: [&Particle; LANES]) -> Self {
        Self {
            position: [0, 1].map(|axis| i32x4::new(particles.map(|particle| particle.position[axis]))),
            info: u32x4::new(particles.map(|particle| particle.info)),
            displacement: [i32x4::splat(0); 2],
        }
    }

    #[inline(always)]
    fn is_live(&self) -> i32x4 {
        cast::<u32x4, i32x4>(self.info >> PHASE_SHIFT).simd_eq(i32x4::splat(0))
    }

    /// Their info with one more touching particle for some of them.
    #[inline(always)]
    fn info_after_touching(&self, touched: i32x4) -> u32x4 {
        let full = u32x4::splat(MAX_TOUCHING << TOUCHING_SHIFT);
        let is_full = cast::<u32x4, i32x4>(self.info & full).simd_eq(cast::<u32x4, i32x4>(full));
        let one_more = i32x4::splat(1 << TOUCHING_SHIFT) & touched & !is_full;
        self.info + cast::<i32x4, u32x4>(one_more)
    }

    #[inline(always)]
    fn radius(&self) -> i32x4 {
        cast::<u32x4, i32x4>(self.info & u32x4::splat(RADIUS_MASK)) + i32x4::splat(1)
    }
}

/// [`separation`](super::impulse::separation) of four pairs, none of them coincident.
#[inline(always)]
pub fn separation(ours: &Discs, theirs: &Discs) -> Apart {
    let offset = [ours.position[0] - theirs.position[0], ours.position[1] - theirs.position[1]];
    let d = offset.map(f32x4::from_i32x4);
    let reach = f32x4::from_i32x4(ours.radius() + theirs.radius());
    let d2 = d[0] * d[0] + d[1] * d[1];
    let inverse = inverse_root(d2);
    let gap = d2 * inverse - reach;
    let unit = f32x4::splat(UNITS_PER_STEP);
    Apart { gap: gap * unit, normal: d.map(|d| d * inverse), coincident: d2.simd_eq(f32x4::splat(0.0)).any() }
}

#[inline(always)]
pub fn select(mask: i32x4, yes: f32x4, no: f32x4) -> f32x4 {
    let mask: f32x4 = cast(mask);
    (yes & mask) | (no & !mask)
}

/// [`float_of`](super::exact::float_of) of four numbers.
#[inline(always)]
fn float_of(a: i32x4) -> f32x4 {
    f32x4::from_i32x4(a >> 12) * f32x4::splat(4096.0) + f32x4::from_i32x4(a & i32x4::splat(0xFFF))
}

/// [`rounded`](super::exact::rounded) of four numbers.
#[inline(always)]
pub fn rounded(a: f32x4) -> i32x4 {
    (a + ((a & f32x4::splat(-0.0)) | f32x4::splat(0.5))).fast_trunc_int()
}

/// [`inverse_root`](super::exact::inverse_root) of four numbers.
#[inline(always)]
pub fn inverse_root(x: f32x4) -> f32x4 {
    let guess: f32x4 = cast(u32x4::splat(0x5F1F_FFF9) - (cast::<f32x4, u32x4>(x) >> 1u32));
    let y = f32x4::splat(0.703_952_25) * guess * (f32x4::splat(2.389_244_6) - x * guess * guess);
    y * (f32x4::splat(1.5) - f32x4::splat(0.5) * x * y * y)
}
