//! Whether sums of floats can be regrouped, on naga's IR. Compilers that are let may take `a + b + c` for `a + (b + c)`, unless the sum within
//! the sum stands behind the barrier of `whole`. A sum that does not is open, and so is what is chosen of open sums or holds one; nothing is
//! added to those. Structs are taken as a whole, and functions whoever calls them.

use std::collections::HashSet;

use naga::{BinaryOperator, Block, Expression, Function, Handle, LocalVariable, ScalarKind, Statement, TypeInner};

use crate::arithmetic::check_barrier;
use crate::contract::Shader;

/// The function whose result is no open sum, whatever it is given.
const WHOLE: &str = "whole";

/// What may be an open sum in a shader, beyond the expressions of a function.
#[derive(Default, PartialEq, Clone)]
struct Open {
    arguments: HashSet<(Handle<Function>, u32)>,
    results: HashSet<Handle<Function>>,
    locals: HashSet<(Option<Handle<Function>>, Handle<LocalVariable>)>,
}

/// A function and what is known so far.
struct Scope<'a> {
    shader: &'a Shader,
    /// None for an entry point, which nobody calls.
    handle: Option<Handle<Function>>,
    function: &'a Function,
    info: &'a naga::valid::FunctionInfo,
    open: &'a Open,
}

/// No sum of floats has an open sum in it.
pub fn check_sums(shader: &Shader) -> Result<(), String> {
    let whole = shader.module.functions.iter().find(|(_, function)| function.name.as_deref() == Some(WHOLE));
    if let Some((_, function)) = whole {
        let argument = function.expressions.iter().find(|(_, expression)| matches!(expression, Expression::FunctionArgument(0)));
        let (argument, _) = argument.ok_or("nothing is given to `whole`")?;
        check_barrier(&shader.module, function, argument)?;
    }
    let mut open = Open::default();
    loop {
        let mut more = open.clone();
        scopes(shader, &open).for_each(|scope| scope.follow(&scope.function.body, &mut more));
        if more == open {
            break;
        }
        open = more;
    }
    let found: Vec<_> = scopes(shader, &open).flat_map(|scope| scope.sums_of_sums()).collect();
    if found.is_empty() { Ok(()) } else { Err(found.join("; ")) }
}

fn scopes<'a>(shader: &'a Shader, open: &'a Open) -> impl Iterator<Item = Scope<'a>> {
    let Shader { module, info, .. } = shader;
    let functions = module.functions.iter().map(move |(handle, function)| (Some(handle), function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(move |(i, entry)| (None, &entry.function, info.get_entry_point(i)));
    functions.chain(entries).map(move |(handle, function, info)| Scope { shader, handle, function, info, open })
}

impl Scope<'_> {
    fn is_float_sum(&self, handle: Handle<Expression>) -> bool {
        let is_sum =
            matches!(&self.function.expressions[handle], Expression::Binary { op: BinaryOperator::Add | BinaryOperator::Subtract, .. });
        let scalar = self.info[handle].ty.inner_with(&self.shader.module.types).scalar();
        is_sum && scalar.is_some_and(|scalar| scalar.kind == ScalarKind::Float)
    }

    fn is_open(&self, handle: Handle<Expression>) -> bool {
        match &self.function.expressions[handle] {
            Expression::Binary { .. } => self.is_float_sum(handle),
            Expression::Compose { components, .. } => components.iter().any(|&part| self.is_open(part)),
            &Expression::Access { base, .. } | &Expression::AccessIndex { base, .. } => self.is_open(base),
            &Expression::Splat { value, .. } => self.is_open(value),
            &Expression::Swizzle { vector, .. } => self.is_open(vector),
            &Expression::Unary { expr, .. } => self.is_open(expr),
            &Expression::Select { accept, reject, .. } => self.is_open(accept) || self.is_open(reject),
            &Expression::Math { arg, arg1, arg2, .. } => [Some(arg), arg1, arg2].into_iter().flatten().any(|arg| self.is_open(arg)),
            &Expression::Load { pointer } => self.is_open(pointer),
            &Expression::LocalVariable(variable) => self.open.locals.contains(&(self.handle, variable)),
            &Expression::FunctionArgument(index) => self.handle.is_some_and(|handle| self.open.arguments.contains(&(handle, index))),
            Expression::CallResult(function) => self.open.results.contains(function),
            _ => false,
        }
    }

    /// Notes what open sums a block stores, hands over and returns.
    fn follow(&self, block: &Block, more: &mut Open) {
        for statement in block {
            match statement {
                Statement::Block(block) => self.follow(block, more),
                Statement::If { accept, reject, .. } => [accept, reject].into_iter().for_each(|block| self.follow(block, more)),
                Statement::Switch { cases, .. } => cases.iter().for_each(|case| self.follow(&case.body, more)),
                Statement::Loop { body, continuing, .. } => [body, continuing].into_iter().for_each(|block| self.follow(block, more)),
                &Statement::Store { pointer, value } if self.is_open(value) => self.note_stored(pointer, more),
                Statement::Call { function, arguments, .. } => {
                    for (index, &argument) in (0..).zip(arguments) {
                        if self.is_open(argument) {
                            more.arguments.insert((*function, index));
                        }
                        // A pointer to what the function makes an open sum.
                        if self.is_pointer(*function, index) && self.open.arguments.contains(&(*function, index)) {
                            self.note_stored(argument, more);
                        }
                    }
                }
                Statement::Return { value: Some(value) } if self.is_open(*value) => more.results.extend(self.handle),
                _ => {}
            }
        }
    }

    fn is_pointer(&self, function: Handle<Function>, argument: u32) -> bool {
        let module = &self.shader.module;
        matches!(module.types[module.functions[function].arguments[argument as usize].ty].inner, TypeInner::Pointer { .. })
    }

    /// Notes that there is an open sum in what a pointer leads to. What a buffer holds is rounded.
    fn note_stored(&self, pointer: Handle<Expression>, more: &mut Open) {
        match self.function.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.note_stored(base, more),
            Expression::LocalVariable(variable) => {
                more.locals.insert((self.handle, variable));
            }
            Expression::FunctionArgument(index) => more.arguments.extend(self.handle.map(|handle| (handle, index))),
            _ => {}
        }
    }

    /// Sums of which a part is an open sum, as they stand in the source.
    fn sums_of_sums(&self) -> Vec<String> {
        let Function { name, expressions, .. } = self.function;
        let is_wrong = |handle| match expressions[handle] {
            Expression::Binary { left, right, .. } if self.is_float_sum(handle) => self.is_open(left) || self.is_open(right),
            _ => false,
        };
        let text = |handle| &self.shader.source[expressions.get_span(handle).to_range().unwrap_or_default()];
        let found = expressions.iter().map(|(handle, _)| handle).filter(|&handle| is_wrong(handle));
        found.map(|handle| format!("{} adds to a sum: {}", name.as_deref().unwrap_or("an entry point"), text(handle))).collect()
    }
}
