//! The state of a CPU backend on the device that draws, uploaded for each picture in the layout that the GPU
//! backend has anyway: the same shaders draw both. What no shader reads stays where it is.

use encase::ShaderType;
use rayon::prelude::*;

use crate::cpu::{Buffers, CpuSolver};
use crate::gpu::Context;
use crate::passes::Slot;
use crate::solver::SolverError;
use crate::world::params::Params;

/// Buffers that follow a CPU backend.
pub struct Mirror {
    params: wgpu::Buffer,
    particle_count: u32,
    storage: Vec<(Slot, wgpu::Buffer)>,
    /// What the contacts of these particles carry, and how many do: where it is drawn.
    forces: Option<(wgpu::Buffer, u32)>,
}

/// What is drawn of a state.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Its discs; else they are light already.
    pub discs: bool,
    /// Its links.
    pub links: bool,
    /// What its contacts carry.
    pub forces: bool,
}

impl Mirror {
    /// Buffers for nothing yet.
    pub fn new(context: &Context) -> Self {
        let params = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("mirrored params"),
            size: Params::min_size().get(),
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { params, particle_count: 0, storage: Vec::new(), forces: None }
    }

    /// Whether nothing was uploaded yet.
    pub fn is_empty(&self) -> bool {
        self.storage.is_empty()
    }

    /// Particles that it has.
    pub fn particle_count(&self) -> u32 {
        self.particle_count
    }

    /// What contacts carry, of the same particles as the rest, and how many of them do; none where it was not to be drawn, or there is
    /// more than the adapter binds.
    pub fn forces(&self) -> Option<(&wgpu::Buffer, u32)> {
        self.forces.as_ref().map(|(buffer, count)| (buffer, *count))
    }

    /// Uploads what is drawn of the current state.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind.
    pub fn update(&mut self, context: &Context, solver: &CpuSolver, drawn: Drawn) -> Result<(), SolverError> {
        let (b, Drawn { discs, links, forces }) = (&solver.buffers, drawn);
        let mut params = encase::UniformBuffer::new(Vec::new());
        // Nobody sees those that are absent.
        self.particle_count = b.particles.len() as u32;
        if params.write(&Params { particle_count: self.particle_count, ..b.params.clone() }).is_ok() {
            context.queue.write_buffer(&self.params, 0, params.as_ref());
        }
        // An empty buffer is there to be bound.
        self.upload(context, Slot::Particles, if discs || links || forces { bytemuck::cast_slice(&b.particles) } else { &[] })?;
        self.upload(context, Slot::Displacements, if discs { bytemuck::cast_slice(&b.displacements) } else { &[] })?;
        self.upload(context, Slot::Bodies, if discs { bytemuck::cast_slice(&b.bodies) } else { &[] })?;
        self.upload(context, Slot::Slots, if links { bytemuck::cast_slice(&b.slots) } else { &[] })?;
        self.upload(context, Slot::LinkRows, if links { bytemuck::cast_slice(&b.links.rows) } else { &[] })?;
        let before = self.forces.take();
        self.forces = if forces { gathered(context, b, before.map(|(buffer, _)| buffer)) } else { None };
        Ok(())
    }

    fn upload(&mut self, context: &Context, slot: Slot, bytes: &[u8]) -> Result<(), SolverError> {
        let size = bytes.len().max(16) as u64;
        let place = self.storage.iter().position(|(s, _)| *s == slot);
        if place.is_none_or(|place| self.storage[place].1.size() < size) {
            let buffer = storage_buffer(context, slot.name(), roomy(context, size))?;
            self.storage.retain(|(s, _)| *s != slot);
            self.storage.push((slot, buffer));
        }
        if !bytes.is_empty() {
            context.queue.write_buffer(self.buffer(slot), 0, bytes);
        }
        Ok(())
    }

    /// The buffer of a slot that [`Self::update`] has filled.
    ///
    /// # Panics
    /// For any other slot.
    pub fn buffer(&self, slot: Slot) -> &wgpu::Buffer {
        match self.storage.iter().find(|(s, _)| *s == slot) {
            Some((_, buffer)) => buffer,
            None => {
                assert!(slot == Slot::Params, "{} is not mirrored", slot.name());
                &self.params
            }
        }
    }
}

/// The contacts that carry anything, behind their count (see `draw_gathered_forces.wgsl`), in the buffer of before if they fit. None if the
/// adapter does not bind as many.
fn gathered(context: &Context, buffers: &Buffers, before: Option<wgpu::Buffer>) -> Option<(wgpu::Buffer, u32)> {
    let mut words: Vec<[u32; 4]> = vec![[0; 4]];
    words.par_extend(buffers.loaded_contacts().map(|(owner, row)| [owner as u32, row.partner, row.impulse.to_bits(), 0]));
    let count = words.len() as u32 - 1;
    words[0][0] = count;
    let bytes = size_of_val(&words[..]) as u64;
    let buffer =
        before.filter(|buffer| buffer.size() >= bytes).or_else(|| storage_buffer(context, "forces", roomy(context, bytes)).ok())?;
    context.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&words));
    Some((buffer, count))
}

/// A quarter more bytes than are needed, so that not every particle that joins asks for another buffer; no more than the adapter binds.
fn roomy(context: &Context, bytes: u64) -> u64 {
    (bytes + bytes / 4).min(context.largest_binding() & !15).max(bytes)
}

/// A buffer that drawing shaders read.
///
/// # Errors
/// More bytes than the adapter binds.
pub fn storage_buffer(context: &Context, what: &str, bytes: u64) -> Result<wgpu::Buffer, SolverError> {
    let limit = context.largest_binding();
    if bytes > limit {
        return Err(SolverError::BindingTooLarge { what: format!("drawing {what}"), bytes, limit, adapter: context.info.name.clone() });
    }
    Ok(context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(what),
        size: bytes.next_multiple_of(16).max(16),
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }))
}
