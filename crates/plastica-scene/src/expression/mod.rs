//! Formulas of x, y, z [m] and t [s] in scene files: `"0.1*sin(2*pi*t)"`, `"if(y > 0.2, 1e5, 2e4)"`.
//!
//! A formula is compiled once into a short list of stack instructions; evaluation neither
//! allocates nor recurses. Numbers in it are SI; units are not known inside.

mod error;
mod function;
mod parse;
mod program;
mod token;

pub use error::{ExpressionError, ExpressionProblem};
pub use program::Expression;

use std::ops::Range;

/// Texts longer than this are refused.
pub const LONGEST_TEXT: usize = 4096;
/// Parentheses, calls, signs and powers nested deeper than this are refused.
pub const DEEPEST_NESTING: usize = 48;
/// How many intermediate values an evaluation may hold.
const STACK: usize = 64;

/// What a formula may depend on.
pub const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];

/// Every name a formula may use, for messages.
pub fn known_names() -> Vec<&'static str> {
    let functions = function::FUNCTIONS.iter().map(|f| f.name);
    VARIABLES
        .into_iter()
        .chain(function::CONSTANTS.iter().map(|c| c.0))
        .chain(functions)
        .collect()
}

impl Expression {
    /// Compiles a formula.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        parse::parse(text)
    }

    /// Whether the value changes from place to place.
    pub fn varies_in_space(&self) -> bool {
        self.first_use[..3].iter().any(Option::is_some)
    }

    /// Whether the value changes in time.
    pub fn varies_in_time(&self) -> bool {
        self.first_use[3].is_some()
    }

    /// Where a variable (an index into [`VARIABLES`]) is first used, in bytes of the text.
    pub fn first_use(&self, variable: usize) -> Option<Range<usize>> {
        self.first_use.get(variable).cloned().flatten()
    }

    /// The value, when it depends on nothing.
    pub fn constant(&self) -> Option<f64> {
        let varies = self.varies_in_space() || self.varies_in_time();
        (!varies).then(|| self.evaluate([0.0; 3], 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        Expression::parse(text)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
            .evaluate([2.0, 3.0, 5.0], 0.5)
    }

    #[test]
    fn arithmetic_follows_the_usual_order() {
        let cases = [
            ("1 + 2*3", 7.0),
            ("(1 + 2)*3", 9.0),
            ("8/4/2", 1.0),
            ("8-4-2", 2.0),
            ("2^3^2", 512.0),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("--3", 3.0),
            ("+3", 3.0),
            ("x*y + z*t", 8.5),
            ("1e3 + .5", 1000.5),
            ("x < y", 1.0),
            ("x >= y", 0.0),
            ("1 + 1 == 2", 1.0),
            ("x != 2", 0.0),
            ("if(x > 1, 10, 1/0)", 10.0),
            ("min(4, 3, 5)", 3.0),
            ("max(4, 3, 5)", 5.0),
            ("clamp(7, 0, 1)", 1.0),
            ("clamp(7, 1, 0)", 0.0),
            ("smoothstep(0, 1, 0.5)", 0.5),
            ("step(2, 1)", 0.0),
            ("sign(-3) + sign(0)", -1.0),
            ("floor(1.5) + ceil(1.5)", 3.0),
            ("sqrt(abs(-9))", 3.0),
            ("ln(exp(2)) + log10(100)", 4.0),
            ("cos(pi)", -1.0),
            ("ln(e)", 1.0),
            (
                "atan2(0, 1) + asin(0) + acos(1) + atan(0) + tan(0) + sin(0)",
                0.0,
            ),
        ];
        for (text, expected) in cases {
            assert!(
                (value(text) - expected).abs() < 1e-14,
                "{text} = {}",
                value(text)
            );
        }
    }

    #[test]
    fn it_knows_what_it_depends_on() {
        let e = Expression::parse("sin(t) + 2*y").unwrap();
        assert!(e.varies_in_space() && e.varies_in_time());
        assert_eq!(e.first_use(1), Some(11..12));
        assert_eq!(e.first_use(0), None);
        assert_eq!(e.constant(), None);
        assert_eq!(
            Expression::parse("2*pi/2").unwrap().constant(),
            Some(std::f64::consts::PI)
        );
    }

    #[test]
    fn errors_are_located() {
        let cases = [
            ("", 0..0),
            ("2 +", 3..3),
            ("2 * foo", 4..7),
            ("sn(x)", 0..2),
            ("sin x", 4..5),
            ("sin(x", 5..5),
            ("sin(x, y)", 0..3),
            ("if(1, 2)", 0..2),
            ("(1 + 2", 6..6),
            ("1 2", 2..3),
            ("1 = 2", 2..3),
            ("3 $ 4", 2..3),
            ("é", 0..2),
            ("1 < 2 < 3", 6..7),
            ("min(1)", 0..3),
            ("pi(3)", 2..3),
        ];
        for (text, span) in cases {
            let error = Expression::parse(text).unwrap_err();
            assert_eq!(error.span, span, "{text}: {error}");
        }
        let error = Expression::parse("2*snoothstep(0, 1, x)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown name `snoothstep` in the formula; did you mean `smoothstep`?"
        );
    }

    #[test]
    fn deep_and_long_formulas_are_refused_not_crashed_on() {
        for text in [
            "(".repeat(3000),
            "-".repeat(3000),
            "2^".repeat(2000),
            "if(1,".repeat(600),
            format!("min({})", vec!["1"; 500].join(",")),
        ] {
            let error = Expression::parse(&text).unwrap_err();
            assert_eq!(error.problem, ExpressionProblem::TooDeep, "{}", &text[..9]);
        }
        let long = "1+".repeat(3000);
        let error = Expression::parse(&long).unwrap_err();
        assert_eq!(error.problem, ExpressionProblem::TooLong);
        let wide = format!("1{}", "+1".repeat(2000));
        assert_eq!(value(&wide), 2001.0);
    }
}
