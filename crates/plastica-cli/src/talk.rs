//! Talk on stderr. Whoever closed it, or let its disk run full, does not want to hear: that stops nothing.

use plastica::Diagnostics;
use plastica::diagnostics::harmless;
use std::io::{IsTerminal, Write};

/// Says a line on stderr.
#[macro_export]
#[doc(hidden)]
macro_rules! say {
    () => { $crate::talk::line("") };
    ($($part:tt)*) => { $crate::talk::line(&format!($($part)*)) };
}

/// A line; control characters of names and titles do not reach the terminal.
pub(crate) fn line(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", harmless(text));
}

/// A line that the next one replaces.
pub(crate) fn status(text: &str) {
    let mut to = std::io::stderr();
    let _ = write!(to, "\r{} ", harmless(text)).and_then(|()| to.flush());
}

/// Mistakes or warnings of a scene, in colour on a terminal.
pub(crate) fn diagnostics(found: &Diagnostics) {
    let mut to = std::io::stderr();
    let text = found.render(to.is_terminal());
    let _ = writeln!(to, "{}", text.trim_end());
}
