//! Where functions of a shader are left, wait for other threads and loop, on naga's IR.

use naga::{Block, Expression, Function, Handle, Module, Statement};

use crate::contract::Shader;
use crate::rounds::Rounds;

/// A function that waits for the others of its workgroup, itself or in functions that it calls, is left at its end only, and waits under
/// no condition but constants, in loops that all threads go through equally often.
pub fn all_come(shader: &Shader) -> Result<(), String> {
    let module = &shader.module;
    let functions = module.functions.iter().map(|(_, function)| (function.name.as_deref().unwrap_or("?"), function));
    let points = module.entry_points.iter().map(|point| (point.name.as_str(), &point.function));
    for (name, function) in functions.chain(points).filter(|(_, function)| any(module, &function.body, &waits)) {
        if leaves(module, &function.body) {
            return Err(format!("{name} returns before its end, and has barriers"));
        }
        if function.body.iter().any(|statement| any_of(module, statement, false, &|inner| under_a_condition(module, function, inner))) {
            return Err(format!("{name} waits under a condition"));
        }
        if function.body.iter().any(|statement| any_of(module, statement, false, &|inner| in_unequal_rounds(module, function, inner))) {
            return Err(format!("{name} waits in a loop that some threads leave before others"));
        }
    }
    Ok(())
}

/// Whether a statement waits for the other threads of the workgroup.
fn waits(statement: &Statement) -> bool {
    matches!(statement, Statement::ControlBarrier(_) | Statement::WorkGroupUniformLoad { .. })
}

/// Whether a block is left before its end. What naga puts at the end of a function that returns nothing
/// it puts at the end of each side of a condition there.
fn leaves(module: &Module, block: &Block) -> bool {
    let (last, others) = block.split_last().map_or((None, &[][..]), |(last, others)| (Some(last), others));
    let returns = |statement: &Statement| matches!(statement, Statement::Return { .. });
    others.iter().any(|statement| any_of(module, statement, false, &returns))
        || match last {
            Some(Statement::Block(inner)) => leaves(module, inner),
            Some(Statement::If { accept, reject, .. }) => leaves(module, accept) || leaves(module, reject),
            Some(Statement::Return { .. }) | None => false,
            Some(other) => any_of(module, other, false, &returns),
        }
}

/// Whether a statement of a function lets threads wait or not by something that is no constant.
fn under_a_condition(module: &Module, function: &Function, statement: &Statement) -> bool {
    let waits_in = |block: &Block| any(module, block, &waits);
    let is_constant =
        |condition: Handle<Expression>| matches!(function.expressions[condition], Expression::Literal(_) | Expression::Constant(_));
    match statement {
        Statement::If { condition, accept, reject } => (waits_in(accept) || waits_in(reject)) && !is_constant(*condition),
        Statement::Switch { cases, .. } => cases.iter().any(|case| waits_in(&case.body)),
        _ => false,
    }
}

/// Whether a statement is a loop that threads wait in and may go through by numbers of rounds of their own.
fn in_unequal_rounds(module: &Module, function: &Function, statement: &Statement) -> bool {
    let Statement::Loop { body, continuing, break_if } = statement else { return false };
    let waits = any(module, body, &waits) || any(module, continuing, &waits);
    waits && !Rounds { module, function }.are_equal(body, continuing, *break_if)
}

/// Whether the entry point of a shader has loops, or a function that it calls.
pub fn loops(shader: &Shader) -> bool {
    let body = &shader.module.entry_points[0].function.body;
    any(&shader.module, body, &|statement| matches!(statement, Statement::Loop { .. }))
}

/// Whether a block has such a statement, or a function that it calls.
fn any(module: &Module, block: &Block, is_such: &dyn Fn(&Statement) -> bool) -> bool {
    block.iter().any(|statement| any_of(module, statement, true, is_such))
}

/// Whether a statement is such a one or has one in it; `calls`: or a function that it calls.
fn any_of(module: &Module, statement: &Statement, calls: bool, is_such: &dyn Fn(&Statement) -> bool) -> bool {
    let inside = |block: &Block| block.iter().any(|statement| any_of(module, statement, calls, is_such));
    is_such(statement)
        || match statement {
            Statement::Loop { body, continuing, .. } => inside(body) || inside(continuing),
            Statement::Block(block) => inside(block),
            Statement::If { accept, reject, .. } => inside(accept) || inside(reject),
            Statement::Switch { cases, .. } => cases.iter().any(|case| inside(&case.body)),
            Statement::Call { function, .. } => calls && inside(&module.functions[*function].body),
            _ => false,
        }
}
