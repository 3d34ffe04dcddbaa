//! What a shader declares against what `passes` and the Rust structs declare, by names, on naga's IR.

use jostle::passes::{Access, Domain, Pass, Slot};
use jostle::shaders::Shape;
use jostle::sizes::Length;
use jostle::slots::Element;
use naga::valid::{Capabilities, GlobalUse, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, GlobalVariable, Handle, Module, StorageAccess, Type, TypeInner};

/// A shader that parsed and is valid WGSL.
pub struct Shader {
    pub source: String,
    pub module: Module,
    pub info: ModuleInfo,
}

impl Shader {
    /// Parses and validates; the error is naga's, with the place in the source.
    pub fn new(source: &str) -> Result<Self, String> {
        let module = naga::front::wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|error| error.emit_to_string(source))?;
        Ok(Self { source: source.into(), module, info })
    }

    /// The struct type of this name.
    pub fn structure(&self, name: &str) -> Result<(&[naga::StructMember], u32), String> {
        let found = self.module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name));
        match found.map(|(_, ty)| &ty.inner) {
            Some(TypeInner::Struct { members, span }) => Ok((members, *span)),
            _ => Err(format!("no struct {name}")),
        }
    }

    /// The type of an element of a runtime array, and bytes from one to the next.
    fn element(&self, ty: Handle<Type>) -> Option<(Handle<Type>, u32)> {
        match self.module.types[ty].inner {
            TypeInner::Array { base, size: naga::ArraySize::Dynamic, stride } => Some((base, stride)),
            _ => None,
        }
    }

    /// A type in a few words.
    fn type_name(&self, ty: Handle<Type>) -> String {
        let scalar = |scalar: naga::Scalar| format!("{:?}{}", scalar.kind, 8 * scalar.width).to_lowercase();
        match &self.module.types[ty] {
            Type { name: Some(name), .. } => name.clone(),
            Type { inner: TypeInner::Scalar(s), .. } => scalar(*s),
            Type { inner: TypeInner::Atomic(s), .. } => format!("atomic {}", scalar(*s)),
            Type { inner: TypeInner::Vector { size, scalar: s }, .. } => format!("vec{} {}", *size as u8, scalar(*s)),
            other => format!("{:?}", other.inner),
        }
    }
}

/// Entry point: the only one, with the name of the pass and the workgroup size of its domain.
pub fn check_entry_point(shader: &Shader, pass: &Pass, shape: Shape) -> Result<(), String> {
    let [entry] = &shader.module.entry_points[..] else {
        return Err(format!("{} entry points", shader.module.entry_points.len()));
    };
    if entry.name != pass.name {
        return Err(format!("the entry point is called {}", entry.name));
    }
    let threads = match pass.domain {
        Domain::Particles | Domain::Links => shape.workgroup_size,
        Domain::Blocks => shape.sweep_workgroup,
        Domain::Tiles => shape.scan_threads * shape.scan_tiles,
    };
    if entry.workgroup_size != [threads, 1, 1] {
        return Err(format!("a workgroup is {:?}, not [{threads}, 1, 1]", entry.workgroup_size));
    }
    Ok(())
}

/// Bindings: the same numbers, names, address spaces, access and elements as declared, no more and no
/// fewer, and used as declared.
pub fn check_bindings(shader: &Shader, pass: &Pass) -> Result<(), String> {
    let mut bound: Vec<_> = shader.module.global_variables.iter().filter(|(_, variable)| variable.binding.is_some()).collect();
    bound.sort_by_key(|(_, variable)| variable.binding.map(|b| (b.group, b.binding)));
    if bound.len() != pass.bindings.len() {
        return Err(format!("{} bindings, {} are declared", bound.len(), pass.bindings.len()));
    }
    for (index, (&(slot, access), (handle, variable))) in (0..).zip(pass.bindings.iter().zip(bound)) {
        let place = variable.binding.as_ref().map(|b| (b.group, b.binding));
        if place != Some((0, index)) || variable.name.as_deref() != Some(slot.name()) {
            return Err(format!("binding {index} is {:?} at {place:?}, not {}", variable.name, slot.name()));
        }
        check_space(shader, pass, (slot, access), variable).map_err(|error| format!("{}: {error}", slot.name()))?;
        check_use(shader, access, handle).map_err(|error| format!("{}: {error}", slot.name()))?;
    }
    Ok(())
}

fn check_space(shader: &Shader, pass: &Pass, (slot, access): (Slot, Access), variable: &GlobalVariable) -> Result<(), String> {
    let wanted = match access {
        Access::Uniform => AddressSpace::Uniform,
        Access::Read => AddressSpace::Storage { access: StorageAccess::LOAD },
        Access::Write | Access::ReadWrite | Access::Atomic => AddressSpace::Storage { access: StorageAccess::LOAD | StorageAccess::STORE },
    };
    if variable.space != wanted {
        return Err(format!("declared {access:?}, the shader has {:?}", variable.space));
    }
    let (name, stride) = match shader.element(variable.ty) {
        Some((element, stride)) => (shader.type_name(element), stride),
        None => (shader.type_name(variable.ty), 0),
    };
    let (element, bytes) = element_in_wgsl(slot.row().element);
    // Scans take cells in fours; of a vector the parts are atomic.
    let in_fours = pass.domain == Domain::Tiles && slot.row().length == Length::Cells;
    let (element, bytes) = match (access, element) {
        (_, "uint32") if in_fours => ("vec4 uint32".to_string(), 4 * bytes),
        (Access::Atomic, "vec2 sint32") => ("atomic sint32".to_string(), bytes / 2),
        (Access::Atomic, _) => (format!("atomic {element}"), bytes),
        _ => (element.to_string(), bytes),
    };
    if name != element || stride != bytes {
        return Err(format!("elements are {name} of {stride} bytes, not {element} of {bytes}"));
    }
    Ok(())
}

/// Whether the code does what the declaration says: a pass that reads what it promised only to write
/// would read what another thread writes.
fn check_use(shader: &Shader, access: Access, variable: Handle<GlobalVariable>) -> Result<(), String> {
    let used = shader.info.get_entry_point(0)[variable] - GlobalUse::QUERY;
    let wanted = match access {
        Access::Uniform | Access::Read => GlobalUse::READ,
        Access::Write => GlobalUse::WRITE,
        Access::ReadWrite | Access::Atomic => GlobalUse::READ | GlobalUse::WRITE,
    };
    if used == wanted { Ok(()) } else { Err(format!("declared {access:?}, used as {used:?}")) }
}

/// An element as the shaders name it, and bytes from one to the next (0 for a uniform block). What is read most is stored in
/// vectors, which `particle_of` and `contact_row` take apart.
fn element_in_wgsl(element: Element) -> (&'static str, u32) {
    match element {
        Element::Params => ("Params", 0),
        Element::Substep => ("Substep", 0),
        Element::Stage => ("Stage", 0),
        Element::Particle => ("vec4 sint32", 16),
        Element::Displacement => ("vec2 sint32", 8),
        Element::LinkRow => ("LinkRow", 16),
        Element::LinkStage => ("LinkStage", 0),
        Element::Joint => ("Joint", 24),
        Element::ContactRow | Element::CoverRow => ("vec2 uint32", 8),
        Element::Body => ("Body", 16),
        Element::Facet => ("Facet", 48),
        Element::Pose => ("Pose", 24),
        Element::Real(_) => ("float32", 4),
        Element::Counters | Element::Word(_) => ("uint32", 4),
    }
}

/// A field of a Rust struct: its name, where it is, and its bytes there.
pub type RustField = (&'static str, usize, usize);

/// A struct of the shader against a Rust struct: the same fields in the same places, the same size.
pub fn check_struct(shader: &Shader, name: &str, fields: &[RustField], size: usize) -> Result<(), String> {
    let (members, span) = shader.structure(name)?;
    if span as usize != size {
        return Err(format!("{name} has {span} bytes in the shader, {size} in Rust"));
    }
    if members.len() != fields.len() {
        return Err(format!("{name} has {} fields in the shader, {} in Rust", members.len(), fields.len()));
    }
    for (member, &(field, offset, bytes)) in members.iter().zip(fields) {
        let length = shader.module.types[member.ty].inner.size(shader.module.to_ctx()) as usize;
        let there = (member.name.as_deref(), member.offset as usize, length);
        if there != (Some(field), offset, bytes) {
            return Err(format!("{name}: the shader has {there:?}, Rust has {:?}", (field, offset, bytes)));
        }
    }
    Ok(())
}
