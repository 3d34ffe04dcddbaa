//! Which arithmetic a shader uses, on naga's IR: only operations whose result WGSL fixes to the last bit,
//! and no product of floats outside the function that keeps it from being fused. Of sums see `sums`.

use naga::{BinaryOperator, Expression, Function, Handle, MathFunction, Module, ScalarKind};

use crate::contract::Shader;

/// The only function that may multiply floats.
pub const PRODUCT: &str = "product";

/// Builtin functions that are exact on integers.
const EXACT: [MathFunction; 9] = [
    MathFunction::Abs,
    MathFunction::Min,
    MathFunction::Max,
    MathFunction::Clamp,
    MathFunction::Sign,
    MathFunction::CountLeadingZeros,
    MathFunction::FirstTrailingBit,
    MathFunction::FirstLeadingBit,
    MathFunction::CountOneBits,
];

/// Those of them that are exact on floats.
const EXACT_ON_FLOATS: [MathFunction; 4] = [MathFunction::Abs, MathFunction::Min, MathFunction::Max, MathFunction::Clamp];

/// Each function of a shader with its name, its types and itself; the entry points at the end.
fn functions(shader: &Shader) -> impl Iterator<Item = (&str, &naga::valid::FunctionInfo, &Function)> {
    let Shader { module, info, .. } = shader;
    let named = module.functions.iter().map(move |(handle, f)| (f.name.as_deref().unwrap_or("?"), &info[handle], f));
    named.chain(
        module.entry_points.iter().enumerate().map(move |(i, entry)| (entry.name.as_str(), info.get_entry_point(i), &entry.function)),
    )
}

/// Kind and bytes of the scalars in an expression, where it has any.
fn scalar(module: &Module, info: &naga::valid::FunctionInfo, expression: Handle<Expression>) -> Option<naga::Scalar> {
    info[expression].ty.inner_with(&module.types).scalar()
}

/// Only operations with one result: `+ - *`, comparisons, `min max abs clamp select`, conversions.
pub fn check_exact(shader: &Shader) -> Result<(), String> {
    for (name, info, function) in functions(shader) {
        for (handle, expression) in function.expressions.iter() {
            let scalar = scalar(&shader.module, info, handle);
            let float = scalar.is_some_and(|s| s.kind == ScalarKind::Float);
            if float && scalar.is_some_and(|s| s.width != 4) {
                return Err(format!("{name} has a float that is not f32"));
            }
            check_expression(expression, float).map_err(|what| format!("{name} uses {what}"))?;
        }
    }
    Ok(())
}

fn check_expression(expression: &Expression, float: bool) -> Result<(), String> {
    match expression {
        Expression::Math { fun, .. } if !(if float { &EXACT_ON_FLOATS[..] } else { &EXACT }).contains(fun) => Err(format!("{fun:?}")),
        Expression::Binary { op: op @ (BinaryOperator::Divide | BinaryOperator::Modulo), .. } if float => Err(format!("{op:?} of floats")),
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::ZeroValue(_)
        | Expression::Compose { .. }
        | Expression::Access { .. }
        | Expression::AccessIndex { .. }
        | Expression::Splat { .. }
        | Expression::Swizzle { .. }
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Load { .. }
        | Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Select { .. }
        | Expression::Relational { .. }
        | Expression::Math { .. }
        | Expression::As { .. }
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::ArrayLength(_) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

/// Products of floats only inside `product`, and there one, behind its barrier.
pub fn check_products(shader: &Shader) -> Result<(), String> {
    for (name, info, function) in functions(shader) {
        let is_product = |(handle, expression): &(Handle<Expression>, &Expression)| {
            matches!(expression, Expression::Binary { op: BinaryOperator::Multiply, .. })
                && scalar(&shader.module, info, *handle).is_some_and(|s| s.kind == ScalarKind::Float)
        };
        let products: Vec<_> = function.expressions.iter().filter(is_product).map(|(handle, _)| handle).collect();
        match (name == PRODUCT, &products[..]) {
            (true, &[product]) => check_barrier(&shader.module, function, product)?,
            (true, _) => return Err(format!("{PRODUCT} has {} products", products.len())),
            (false, []) => {}
            (false, _) => return Err(format!("{name} multiplies floats outside {PRODUCT}")),
        }
    }
    Ok(())
}

/// `bitcast<f32>(bitcast<u32>(value) ^ params.zero)` is what a function returns, and nothing else sees the value.
pub fn check_barrier(module: &Module, function: &Function, value: Handle<Expression>) -> Result<(), String> {
    let expressions = &function.expressions;
    let bits_of = |value, kind| {
        expressions.iter().find_map(|(handle, e)| match *e {
            Expression::As { expr, kind: k, convert: None } if expr == value && k == kind => Some(handle),
            _ => None,
        })
    };
    let bits = bits_of(value, ScalarKind::Uint).ok_or("bits are not taken")?;
    let masked = expressions.iter().find_map(|(handle, e)| match *e {
        Expression::Binary { op: BinaryOperator::ExclusiveOr, left, right } if left == bits && is_zero(module, function, right) => {
            Some(handle)
        }
        _ => None,
    });
    let result = bits_of(masked.ok_or("no xor with params.zero")?, ScalarKind::Float).ok_or("the result is not cast back")?;
    let returned = function.body.iter().any(|s| matches!(s, naga::Statement::Return { value: Some(value) } if *value == result));
    if returned { Ok(()) } else { Err("what is returned did not pass the barrier".into()) }
}

/// Whether an expression loads `params.zero`.
fn is_zero(module: &Module, function: &Function, expression: Handle<Expression>) -> bool {
    let Expression::Load { pointer } = function.expressions[expression] else { return false };
    let Expression::AccessIndex { base, index } = function.expressions[pointer] else { return false };
    let Expression::GlobalVariable(variable) = function.expressions[base] else { return false };
    let variable = &module.global_variables[variable];
    let naga::TypeInner::Struct { members, .. } = &module.types[variable.ty].inner else { return false };
    variable.name.as_deref() == Some("params") && members[index as usize].name.as_deref() == Some("zero")
}
