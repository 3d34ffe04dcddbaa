pub mod dim2;
pub mod exact;
