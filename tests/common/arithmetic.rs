//! Which arithmetic a shader uses, on naga's IR: only operations whose result WGSL fixes to the last bit,
//! and no product of floats outside the functions that keep it from being fused, or where that changes nothing.

use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, MathFunction, Module, ScalarKind, Statement};

use crate::contract::Shader;

/// The function that may multiply floats,
const PRODUCT: &str = "product";
/// and the one that multiplies by powers of two, which is exact.
const SCALED: &str = "scaled";

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
    let Shader { module, info } = shader;
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

/// Products of floats only inside `product`, and there one, behind its barrier; and in `scaled`, with constant powers of two.
pub fn check_products(shader: &Shader) -> Result<(), String> {
    for (name, info, function) in functions(shader) {
        let is_product = |(handle, expression): &(Handle<Expression>, &Expression)| {
            matches!(expression, Expression::Binary { op: BinaryOperator::Multiply, .. })
                && scalar(&shader.module, info, *handle).is_some_and(|s| s.kind == ScalarKind::Float)
        };
        let products: Vec<_> = function.expressions.iter().filter(is_product).map(|(handle, _)| handle).collect();
        match (name, &products[..]) {
            (PRODUCT, &[product]) => check_barrier(&shader.module, function, product)?,
            (PRODUCT, _) => return Err(format!("{PRODUCT} has {} products", products.len())),
            (SCALED, &[product]) if multiplies_arguments(function, product) => {}
            (SCALED, _) => return Err(format!("{SCALED} is more than a product of its arguments")),
            (_, []) => {}
            _ => return Err(format!("{name} multiplies floats outside {PRODUCT}")),
        }
        check_powers(&shader.module, function, &function.body).map_err(|what| format!("{name} scales by {what}"))?;
    }
    Ok(())
}

/// Whether a product is that of the first two arguments.
fn multiplies_arguments(function: &Function, product: Handle<Expression>) -> bool {
    let is = |expression, number| matches!(function.expressions[expression], Expression::FunctionArgument(n) if n == number);
    matches!(function.expressions[product], Expression::Binary { left, right, .. } if is(left, 0) && is(right, 1))
}

/// Each call of `scaled` has a constant power of two.
fn check_powers(module: &Module, function: &Function, block: &Block) -> Result<(), String> {
    for statement in block {
        match statement {
            Statement::Call { function: called, arguments, .. } if module.functions[*called].name.as_deref() == Some(SCALED) => {
                let power = constant(module, function, arguments[1]).ok_or("what is no constant")?;
                if power <= 0.0 || power.to_bits() & 0x7F_FFFF != 0 {
                    return Err(format!("{power}"));
                }
            }
            Statement::Block(inner) => check_powers(module, function, inner)?,
            Statement::If { accept, reject, .. } => [accept, reject].into_iter().try_for_each(|b| check_powers(module, function, b))?,
            Statement::Loop { body, continuing, .. } => {
                [body, continuing].into_iter().try_for_each(|b| check_powers(module, function, b))?;
            }
            Statement::Switch { cases, .. } => cases.iter().try_for_each(|case| check_powers(module, function, &case.body))?,
            _ => {}
        }
    }
    Ok(())
}

/// The value of a constant float.
fn constant(module: &Module, function: &Function, expression: Handle<Expression>) -> Option<f32> {
    let literal = match function.expressions[expression] {
        Expression::Constant(constant) => &module.global_expressions[module.constants[constant].init],
        ref other => other,
    };
    if let Expression::Literal(Literal::F32(value)) = *literal { Some(value) } else { None }
}

/// `bitcast<f32>(bitcast<u32>(product) ^ params.zero)`, and nothing else sees the product.
fn check_barrier(module: &Module, function: &Function, product: Handle<Expression>) -> Result<(), String> {
    let expressions = &function.expressions;
    let bits_of = |value, kind| {
        expressions.iter().find_map(|(handle, e)| match *e {
            Expression::As { expr, kind: k, convert: None } if expr == value && k == kind => Some(handle),
            _ => None,
        })
    };
    let bits = bits_of(product, ScalarKind::Uint).ok_or("the bits of the product are not taken")?;
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
