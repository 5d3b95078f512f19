//! Cuts a formula into numbers, names and signs.

use crate::units::leading_number;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f64),
    Name(&'a str),
    Sign(&'a str),
    /// A character that belongs to no token.
    Stray(&'a str),
    End,
}

/// The token at or after a byte position, with its place.
pub(super) fn token_at<'a>(text: &'a str, from: usize) -> (Token<'a>, Range<usize>) {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let Some(first) = rest.chars().next() else {
        return (Token::End, text.len()..text.len());
    };
    let digit = first.is_ascii_digit() || first == '.';
    if let Some((value, length)) = leading_number(rest).filter(|_| digit) {
        return (Token::Number(value), start..start + length);
    }
    let (length, make): (usize, fn(&'a str) -> Token<'a>) = if is_name_start(first) {
        (name_length(rest), Token::Name)
    } else if let Some(length) = sign_length(rest) {
        (length, Token::Sign)
    } else {
        (first.len_utf8(), Token::Stray)
    };
    (make(&rest[..length]), start..start + length)
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn name_length(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(rest.len())
}

fn sign_length(rest: &str) -> Option<usize> {
    let long = ["<=", ">=", "==", "!="].iter().any(|s| rest.starts_with(s));
    if long {
        return Some(2);
    }
    rest.starts_with(['+', '-', '*', '/', '^', '(', ')', ',', '<', '>'])
        .then_some(1)
}
