//! The state of a CPU backend on the device that draws, uploaded for each picture in the layout that the GPU
//! backend has anyway: the same shaders draw both. What no shader reads stays where it is.

use encase::ShaderType;

use crate::cpu::CpuSolver;
use crate::gpu::Context;
use crate::passes::Slot;
use crate::solver::SolverError;
use crate::world::params::Params;

/// Buffers that follow a CPU backend.
pub struct Mirror {
    params: wgpu::Buffer,
    storage: Vec<(Slot, wgpu::Buffer)>,
    /// Whether the contacts are those of the particles.
    has_contacts: bool,
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
        Self { params, storage: Vec::new(), has_contacts: false }
    }

    /// Whether nothing was uploaded yet.
    pub fn is_empty(&self) -> bool {
        self.storage.is_empty()
    }

    /// Whether what contacts carry is there, for the same particles as the rest.
    pub fn has_contacts(&self) -> bool {
        self.has_contacts
    }

    /// Uploads what is drawn of the current state.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind.
    pub fn update(&mut self, context: &Context, solver: &CpuSolver, drawn: Drawn) -> Result<(), SolverError> {
        let (b, Drawn { discs, links, forces }) = (&solver.buffers, drawn);
        let mut params = encase::UniformBuffer::new(Vec::new());
        if params.write(&b.params).is_ok() {
            context.queue.write_buffer(&self.params, 0, params.as_ref());
        }
        // An empty buffer is there to be bound.
        self.upload(context, Slot::Particles, if discs || links || forces { bytemuck::cast_slice(&b.particles) } else { &[] })?;
        self.upload(context, Slot::Displacements, if discs { bytemuck::cast_slice(&b.displacements) } else { &[] })?;
        self.upload(context, Slot::Bodies, if discs { bytemuck::cast_slice(&b.bodies) } else { &[] })?;
        self.upload(context, Slot::Slots, if links { bytemuck::cast_slice(&b.slots) } else { &[] })?;
        self.upload(context, Slot::LinkRows, if links { bytemuck::cast_slice(&b.links.rows) } else { &[] })?;
        self.has_contacts = forces;
        if forces {
            self.upload(context, Slot::Contacts, bytemuck::cast_slice(&b.contacts.all_rows()))?;
        }
        Ok(())
    }

    fn upload(&mut self, context: &Context, slot: Slot, bytes: &[u8]) -> Result<(), SolverError> {
        let size = bytes.len().max(16) as u64;
        let place = self.storage.iter().position(|(s, _)| *s == slot);
        if place.is_none_or(|place| self.storage[place].1.size() < size) {
            let buffer = storage_buffer(context, slot.name(), size + size / 4)?;
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
