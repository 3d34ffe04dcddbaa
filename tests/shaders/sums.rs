//! Whether sums of floats can be regrouped, on naga's IR. Compilers that are let may take `a + b + c` for `a + (b + c)`, unless the sum within
//! the sum stands behind the barrier of `whole`. A sum that does not is open, and so is what is chosen of open sums or holds one; nothing is
//! added to those. Structs are taken as a whole, and functions whoever calls them.
//!
//! Nor is an open sum with a 1 in it a factor: `(1 - t) * a` is one instruction as `a - t * a`, fused, and compilers that need not think of
//! infinities take it so, before the barrier of the product. Ones are those that stand there, by themselves or as a constant.

use std::collections::HashSet;

use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, ScalarKind, Statement, TypeInner};

use crate::arithmetic::{PRODUCT, check_barrier};
use crate::contract::Shader;

/// The function whose result is no open sum, whatever it is given.
const WHOLE: &str = "whole";

/// Which sums are followed.
#[derive(Clone, Copy, PartialEq)]
enum Sums {
    All,
    /// Those of which a part is 1 or -1.
    WithOne,
}

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
    sums: Sums,
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
    none(every(shader, Sums::All, |scope| scope.sums_of_sums()))
}

/// No factor is an open sum with a 1 in it.
pub fn check_factors(shader: &Shader) -> Result<(), String> {
    none(every(shader, Sums::WithOne, |scope| scope.factors()))
}

fn none(found: Vec<String>) -> Result<(), String> {
    if found.is_empty() { Ok(()) } else { Err(found.join("; ")) }
}

/// What is found in any function, once all is known that may be an open sum.
fn every(shader: &Shader, sums: Sums, find: impl Fn(&Scope) -> Vec<String>) -> Vec<String> {
    let mut open = Open::default();
    loop {
        let mut more = open.clone();
        scopes(shader, sums, &open).for_each(|scope| scope.follow(&scope.function.body, &mut more));
        if more == open {
            return scopes(shader, sums, &open).flat_map(|scope| find(&scope)).collect();
        }
        open = more;
    }
}

fn scopes<'a>(shader: &'a Shader, sums: Sums, open: &'a Open) -> impl Iterator<Item = Scope<'a>> {
    let Shader { module, info, .. } = shader;
    let functions = module.functions.iter().map(move |(handle, function)| (Some(handle), function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(move |(i, entry)| (None, &entry.function, info.get_entry_point(i)));
    functions.chain(entries).map(move |(handle, function, info)| Scope { shader, handle, function, info, sums, open })
}

impl Scope<'_> {
    fn is_float_sum(&self, handle: Handle<Expression>) -> bool {
        let is_sum =
            matches!(&self.function.expressions[handle], Expression::Binary { op: BinaryOperator::Add | BinaryOperator::Subtract, .. });
        let scalar = self.info[handle].ty.inner_with(&self.shader.module.types).scalar();
        is_sum && scalar.is_some_and(|scalar| scalar.kind == ScalarKind::Float)
    }

    /// Whether a sum is one of those that are followed.
    fn is_followed(&self, handle: Handle<Expression>) -> bool {
        let Expression::Binary { left, right, .. } = self.function.expressions[handle] else { return false };
        self.is_float_sum(handle) && (self.sums == Sums::All || self.is_one(left) || self.is_one(right))
    }

    /// Whether an expression is 1 or -1.
    fn is_one(&self, handle: Handle<Expression>) -> bool {
        one_in(&self.shader.module, &self.function.expressions, handle)
    }

    fn is_open(&self, handle: Handle<Expression>) -> bool {
        match &self.function.expressions[handle] {
            Expression::Binary { .. } => self.is_followed(handle),
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
        let Function { expressions, .. } = self.function;
        let is_wrong = |handle| match expressions[handle] {
            Expression::Binary { left, right, .. } if self.is_float_sum(handle) => self.is_open(left) || self.is_open(right),
            _ => false,
        };
        let found = expressions.iter().map(|(handle, _)| handle).filter(|&handle| is_wrong(handle));
        found.map(|handle| format!("{} adds to a sum: {}", self.name(), self.text(handle))).collect()
    }

    /// Factors that are open sums, as they stand in the source.
    fn factors(&self) -> Vec<String> {
        let mut found = Vec::new();
        each_call(&self.function.body, &mut |function, arguments| {
            if self.shader.module.functions[function].name.as_deref() == Some(PRODUCT) {
                let open = arguments.iter().filter(|&&argument| self.is_open(argument));
                found.extend(open.map(|&argument| format!("{} multiplies a sum: {}", self.name(), self.text(argument))));
            }
        });
        found
    }

    fn name(&self) -> &str {
        self.function.name.as_deref().unwrap_or("an entry point")
    }

    /// An expression as it stands in the source.
    fn text(&self, handle: Handle<Expression>) -> &str {
        &self.shader.source[self.function.expressions.get_span(handle).to_range().unwrap_or_default()]
    }
}

/// Whether an expression of a function, or of a module, is 1 or -1, in any of its places.
fn one_in(module: &naga::Module, expressions: &naga::Arena<Expression>, handle: Handle<Expression>) -> bool {
    match expressions[handle] {
        Expression::Literal(Literal::F32(value)) => value.abs() == 1.0,
        Expression::Constant(constant) => one_in(module, &module.global_expressions, module.constants[constant].init),
        Expression::Splat { value: inner, .. } | Expression::Unary { expr: inner, .. } => one_in(module, expressions, inner),
        Expression::Compose { ref components, .. } => components.iter().any(|&part| one_in(module, expressions, part)),
        _ => false,
    }
}

/// Goes through the calls of a block.
fn each_call(block: &Block, found: &mut impl FnMut(Handle<Function>, &[Handle<Expression>])) {
    for statement in block {
        match statement {
            Statement::Block(block) => each_call(block, found),
            Statement::If { accept, reject, .. } => [accept, reject].into_iter().for_each(|block| each_call(block, found)),
            Statement::Switch { cases, .. } => cases.iter().for_each(|case| each_call(&case.body, found)),
            Statement::Loop { body, continuing, .. } => [body, continuing].into_iter().for_each(|block| each_call(block, found)),
            Statement::Call { function, arguments, .. } => found(*function, arguments),
            _ => {}
        }
    }
}
