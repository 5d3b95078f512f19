//! From text to instructions by precedence climbing:
//! comparison < sum < product < sign < power < atom.

use super::error::{ExpressionError, ExpressionProblem};
use super::function::{CONSTANTS, Call, FUNCTIONS, Function, comparison};
use super::program::{Expression, Instruction};
use super::token::{Token, token_at};
use super::{DEEPEST_NESTING, LONGEST_TEXT, STACK, VARIABLES, known_names};
use crate::diagnostics::nearest;
use std::ops::{Add, Div, Mul, Neg, Range, Sub};

type Outcome = Result<(), ExpressionError>;

pub(super) fn parse(text: &str) -> Result<Expression, ExpressionError> {
    if text.len() > LONGEST_TEXT {
        return Err(ExpressionError {
            span: 0..text.len(),
            problem: ExpressionProblem::TooLong,
        });
    }
    let mut parser = Parser::new(text);
    parser.comparison()?;
    if parser.token != Token::End {
        return Err(parser.unexpected("an operator or the end"));
    }
    Ok(Expression {
        instructions: parser.instructions.into(),
        first_use: parser.first_use,
    })
}

struct Parser<'a> {
    text: &'a str,
    token: Token<'a>,
    span: Range<usize>,
    instructions: Vec<Instruction>,
    /// How many values the stack holds after the instructions so far.
    height: usize,
    nesting: usize,
    first_use: [Option<Range<usize>>; 4],
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let (token, span) = token_at(text, 0);
        Parser {
            text,
            token,
            span,
            instructions: Vec::new(),
            height: 0,
            nesting: 0,
            first_use: Default::default(),
        }
    }

    fn advance(&mut self) {
        (self.token, self.span) = token_at(self.text, self.span.end);
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.token == Token::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect_sign(&mut self, sign: &'static str) -> Outcome {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(self.unexpected(if sign == ")" { "`)`" } else { "`(`" }))
        }
    }

    fn unexpected(&self, expected: &'static str) -> ExpressionError {
        let found = (self.token != Token::End).then(|| self.text[self.span.clone()].to_string());
        ExpressionError {
            span: self.span.clone(),
            problem: ExpressionProblem::Unexpected { found, expected },
        }
    }

    fn too_deep(&self) -> ExpressionError {
        ExpressionError {
            span: self.span.clone(),
            problem: ExpressionProblem::TooDeep,
        }
    }

    fn emit(&mut self, instruction: Instruction) -> Outcome {
        self.height = self.height + 1 - instruction.takes();
        self.instructions.push(instruction);
        if self.height >= STACK {
            Err(self.too_deep())
        } else {
            Ok(())
        }
    }

    fn nested(&mut self, part: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        if self.nesting >= DEEPEST_NESTING {
            return Err(self.too_deep());
        }
        self.nesting += 1;
        part(self)?;
        self.nesting -= 1;
        Ok(())
    }

    fn comparison(&mut self) -> Outcome {
        self.sum()?;
        let Token::Sign(sign) = self.token else {
            return Ok(());
        };
        let Some(compare) = comparison(sign) else {
            return Ok(());
        };
        self.advance();
        self.sum()?;
        self.emit(Instruction::Two(compare))
    }

    fn sum(&mut self) -> Outcome {
        self.product()?;
        loop {
            let operation = match self.token {
                Token::Sign("+") => f64::add,
                Token::Sign("-") => f64::sub,
                _ => return Ok(()),
            };
            self.advance();
            self.product()?;
            self.emit(Instruction::Two(operation))?;
        }
    }

    fn product(&mut self) -> Outcome {
        self.signed()?;
        loop {
            let operation = match self.token {
                Token::Sign("*") => f64::mul,
                Token::Sign("/") => f64::div,
                _ => return Ok(()),
            };
            self.advance();
            self.signed()?;
            self.emit(Instruction::Two(operation))?;
        }
    }

    /// A sign binds weaker than a power: −2² = −4.
    fn signed(&mut self) -> Outcome {
        if self.take_sign("-") {
            self.nested(Self::signed)?;
            return self.emit(Instruction::One(f64::neg));
        }
        if self.take_sign("+") {
            return self.nested(Self::signed);
        }
        self.power()
    }

    fn power(&mut self) -> Outcome {
        self.atom()?;
        if self.take_sign("^") {
            self.nested(Self::signed)?;
            self.emit(Instruction::Two(f64::powf))?;
        }
        Ok(())
    }

    fn atom(&mut self) -> Outcome {
        match self.token {
            Token::Number(value) => {
                self.advance();
                self.emit(Instruction::Constant(value))
            }
            Token::Name(name) => self.name(name),
            Token::Sign("(") => {
                self.advance();
                self.nested(Self::comparison)?;
                self.expect_sign(")")
            }
            _ => Err(self.unexpected("a number, a name or `(`")),
        }
    }

    fn name(&mut self, name: &'a str) -> Outcome {
        let span = self.span.clone();
        self.advance();
        if let Some(index) = VARIABLES.iter().position(|v| *v == name) {
            self.first_use[index].get_or_insert(span);
            return self.emit(Instruction::Variable(index));
        }
        if let Some((_, value)) = CONSTANTS.iter().find(|c| c.0 == name) {
            return self.emit(Instruction::Constant(*value));
        }
        match FUNCTIONS.iter().find(|f| f.name == name) {
            Some(function) => self.call(span, function),
            None => Err(unknown_name(span, name)),
        }
    }

    fn call(&mut self, span: Range<usize>, function: &Function) -> Outcome {
        self.expect_sign("(")?;
        let mut given = 1;
        self.nested(Self::comparison)?;
        while self.take_sign(",") {
            self.nested(Self::comparison)?;
            given += 1;
        }
        self.expect_sign(")")?;
        if !function.call.accepts(given) {
            return Err(ExpressionError {
                span,
                problem: ExpressionProblem::WrongArguments {
                    function: function.name.into(),
                    usage: function.usage,
                    given,
                },
            });
        }
        match function.call {
            Call::One(f) => self.emit(Instruction::One(f)),
            Call::Two(f) => self.emit(Instruction::Two(f)),
            Call::Three(f) => self.emit(Instruction::Three(f)),
            Call::Fold(f) => (1..given).try_for_each(|_| self.emit(Instruction::Two(f))),
        }
    }
}

fn unknown_name(span: Range<usize>, name: &str) -> ExpressionError {
    let nearest = nearest(name, &known_names()).map(str::to_string);
    ExpressionError {
        span,
        problem: ExpressionProblem::UnknownName {
            name: name.into(),
            nearest,
        },
    }
}
