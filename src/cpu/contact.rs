//! Twin of `contact.wgsl`: the geometry of one pair of discs.

use super::exact::{inverse_root, product};

/// Two discs that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Depth of the overlap in steps.
    pub penetration: f32,
    /// Unit vector from the other disc to this one; zero at no distance.
    pub normal: [f32; 2],
}

/// Whether two discs touch: the distance of their centres is less than `reach`, the sum of their radii.
#[inline(always)]
pub fn touches(offset: [i32; 2], reach: i32) -> bool {
    let d = offset.map(|o| o as f32);
    product(d[0], d[0]) + product(d[1], d[1]) < product(reach as f32, reach as f32)
}

/// The contact of two discs, if they touch: their distance is less than `reach`, the sum of their radii.
/// `offset` leads from the other's centre to this one's. Swapping the two negates the normal and changes
/// nothing else, to the last bit. At no distance the normal is zero (see [`coincident_normal`]).
#[inline(always)]
pub fn contact(offset: [i32; 2], reach: i32) -> Option<Contact> {
    if !touches(offset, reach) {
        return None;
    }
    let d = offset.map(|o| o as f32);
    let d2 = product(d[0], d[0]) + product(d[1], d[1]);
    let inverse = inverse_root(d2);
    let penetration = (reach as f32 - product(d2, inverse)).max(0.0);
    Some(Contact { penetration, normal: [product(d[0], inverse), product(d[1], inverse)] })
}

/// Coincident centres have no normal: the ids choose one of eight directions, opposite for the two.
#[inline(never)]
pub fn coincident_normal(this_id: u32, other_id: u32) -> [f32; 2] {
    const HALF_ROOT: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const DIRECTIONS: [[f32; 2]; 4] = [[1.0, 0.0], [HALF_ROOT, HALF_ROOT], [0.0, 1.0], [-HALF_ROOT, HALF_ROOT]];
    let direction = DIRECTIONS[((this_id ^ other_id).wrapping_mul(0x9E37_79B1) >> 30) as usize];
    if this_id < other_id { direction } else { direction.map(|x| -x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_the_two_only_negates_the_normal() {
        for offset in [[0, 0], [1, 0], [-700_000, 3], [500_001, -499_999], [0, -1_048_575]] {
            let a = contact(offset, 1 << 20).unwrap();
            let b = contact(offset.map(|o: i32| -o), 1 << 20).unwrap();
            assert_eq!(a.penetration.to_bits(), b.penetration.to_bits());
            assert_eq!(a.normal, b.normal.map(|n| -n));
            assert_eq!(coincident_normal(7, 9), coincident_normal(9, 7).map(|n| -n));
        }
    }

    #[test]
    fn discs_that_only_touch_do_not_overlap() {
        assert!(contact([1 << 20, 0], 1 << 20).is_none());
        assert!(contact([(1 << 20) - 1, 0], 1 << 20).is_some());
    }
}
