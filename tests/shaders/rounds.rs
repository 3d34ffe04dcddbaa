//! Whether all threads of a workgroup go through a loop equally often, on naga's IR.

use naga::{AddressSpace, Block, Expression, Function, Handle, LocalVariable, Module, Statement};

/// The function of a loop.
pub struct Rounds<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
}

/// Variables that are asked about: where they depend on themselves, on what else they do.
type Asked = Vec<Handle<LocalVariable>>;

impl Rounds<'_> {
    /// Whether a loop ends, and each of its rounds, by what is the same for all threads: by constants, uniform buffers, and variables that
    /// hold nothing else.
    pub fn are_equal(&self, body: &Block, continuing: &Block, break_if: Option<Handle<Expression>>) -> bool {
        self.ends_equally([body, continuing], break_if, &mut Vec::new())
    }

    fn ends_equally(&self, blocks: [&Block; 2], break_if: Option<Handle<Expression>>, asked: &mut Asked) -> bool {
        break_if.is_none_or(|condition| self.is_same(condition, asked))
            && blocks.into_iter().all(|block| self.is_left_equally(block, asked))
    }

    fn is_left_equally(&self, block: &Block, asked: &mut Asked) -> bool {
        block.iter().all(|statement| match statement {
            Statement::If { condition, accept, reject } => {
                let ends = ends_a_round(accept) || ends_a_round(reject);
                !ends || (self.is_same(*condition, asked) && [accept, reject].into_iter().all(|side| self.is_left_equally(side, asked)))
            }
            Statement::Switch { cases, .. } => !cases.iter().any(|case| ends_a_round(&case.body)),
            Statement::Block(inner) => self.is_left_equally(inner, asked),
            _ => true,
        })
    }

    fn is_same(&self, expression: Handle<Expression>, asked: &mut Asked) -> bool {
        match self.function.expressions[expression] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => true,
            Expression::Splat { value: part, .. }
            | Expression::Unary { expr: part, .. }
            | Expression::As { expr: part, .. }
            | Expression::AccessIndex { base: part, .. } => self.is_same(part, asked),
            Expression::Binary { left, right, .. } => self.is_same(left, asked) && self.is_same(right, asked),
            Expression::Load { pointer } => self.holds_the_same(pointer, asked),
            _ => false,
        }
    }

    fn holds_the_same(&self, pointer: Handle<Expression>, asked: &mut Asked) -> bool {
        match self.function.expressions[pointer] {
            Expression::AccessIndex { base, .. } => self.holds_the_same(base, asked),
            Expression::Access { base, index } => self.is_same(index, asked) && self.holds_the_same(base, asked),
            Expression::GlobalVariable(variable) => self.module.global_variables[variable].space == AddressSpace::Uniform,
            Expression::LocalVariable(variable) if asked.contains(&variable) => true,
            Expression::LocalVariable(variable) => {
                asked.push(variable);
                let init = self.function.local_variables[variable].init;
                init.is_none_or(|init| self.is_same(init, asked)) && self.is_given_the_same(variable, &self.function.body, asked)
            }
            _ => false,
        }
    }

    /// Whether a pointer leads all threads to the same place of what it leads into.
    fn is_at_the_same(&self, pointer: Handle<Expression>, asked: &mut Asked) -> bool {
        match self.function.expressions[pointer] {
            Expression::AccessIndex { base, .. } => self.is_at_the_same(base, asked),
            Expression::Access { base, index } => self.is_same(index, asked) && self.is_at_the_same(base, asked),
            _ => true,
        }
    }

    /// What a pointer leads into.
    fn root(&self, pointer: Handle<Expression>) -> Handle<Expression> {
        match self.function.expressions[pointer] {
            Expression::AccessIndex { base, .. } | Expression::Access { base, .. } => self.root(base),
            _ => pointer,
        }
    }

    fn is_into(&self, pointer: Handle<Expression>, variable: Handle<LocalVariable>) -> bool {
        matches!(self.function.expressions[self.root(pointer)], Expression::LocalVariable(other) if other == variable)
    }

    /// Whether what a block gives a variable is the same for all threads, and given by all of them.
    fn is_given_the_same(&self, variable: Handle<LocalVariable>, block: &Block, asked: &mut Asked) -> bool {
        block.iter().all(|statement| {
            if !self.gives(variable, statement) {
                return true;
            }
            match statement {
                Statement::Store { pointer, value } => self.is_same(*value, asked) && self.is_at_the_same(*pointer, asked),
                Statement::Block(inner) => self.is_given_the_same(variable, inner, asked),
                Statement::If { condition, accept, reject } => {
                    self.is_same(*condition, asked)
                        && [accept, reject].into_iter().all(|side| self.is_given_the_same(variable, side, asked))
                }
                Statement::Loop { body, continuing, break_if } => {
                    self.ends_equally([body, continuing], *break_if, asked)
                        && [body, continuing].into_iter().all(|part| self.is_given_the_same(variable, part, asked))
                }
                _ => false,
            }
        })
    }

    /// Whether a statement changes a variable, or hands it to what may.
    fn gives(&self, variable: Handle<LocalVariable>, statement: &Statement) -> bool {
        let gives_in = |block: &Block| block.iter().any(|statement| self.gives(variable, statement));
        match statement {
            Statement::Store { pointer, .. } => self.is_into(*pointer, variable),
            Statement::Call { arguments, .. } => arguments.iter().any(|&argument| self.is_into(argument, variable)),
            Statement::Block(inner) => gives_in(inner),
            Statement::If { accept, reject, .. } => gives_in(accept) || gives_in(reject),
            Statement::Loop { body, continuing, .. } => gives_in(body) || gives_in(continuing),
            Statement::Switch { cases, .. } => cases.iter().any(|case| gives_in(&case.body)),
            _ => false,
        }
    }
}

/// Whether a block may end a round of the loop that it is in, or the loop. What ends a choice between cases counts, too.
fn ends_a_round(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break | Statement::Continue => true,
        Statement::Block(inner) => ends_a_round(inner),
        Statement::If { accept, reject, .. } => ends_a_round(accept) || ends_a_round(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| ends_a_round(&case.body)),
        _ => false,
    })
}
