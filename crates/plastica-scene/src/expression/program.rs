//! A compiled formula: stack instructions in the order they run.

use super::STACK;
use std::ops::Range;

#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Constant(f64),
    /// Index into the variables.
    Variable(usize),
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Three(fn(f64, f64, f64) -> f64),
}

impl Instruction {
    /// How many values it takes from the stack; it always leaves one.
    pub(super) fn takes(&self) -> usize {
        match self {
            Instruction::Constant(_) | Instruction::Variable(_) => 0,
            Instruction::One(_) => 1,
            Instruction::Two(_) => 2,
            Instruction::Three(_) => 3,
        }
    }
}

/// A compiled formula of x, y, z and t.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(super) instructions: Box<[Instruction]>,
    pub(super) first_use: [Option<Range<usize>>; 4],
}

impl Expression {
    /// The value at a place [m] and time [s]. May be infinite or NaN where the formula is.
    pub fn evaluate(&self, position: [f64; 3], time: f64) -> f64 {
        let [x, y, z] = position;
        let variables = [x, y, z, time];
        // The compiler has made sure that no instruction reaches beyond either end.
        let mut stack = [0.0; STACK];
        let mut top = 0;
        for instruction in &self.instructions {
            top -= instruction.takes();
            stack[top] = match *instruction {
                Instruction::Constant(value) => value,
                Instruction::Variable(index) => variables[index],
                Instruction::One(f) => f(stack[top]),
                Instruction::Two(f) => f(stack[top], stack[top + 1]),
                Instruction::Three(f) => f(stack[top], stack[top + 1], stack[top + 2]),
            };
            top += 1;
        }
        stack[0]
    }
}
