//! What the program runs on, and the time of day.

use plastica_tensor::simd::Level;
use std::time::{SystemTime, UNIX_EPOCH};

/// How many threads the machine runs at once.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The name of the processor, as far as the system tells.
pub(crate) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line
        .and_then(|line| line.split_once(':'))
        .map(|(_, name)| name.trim());
    name.unwrap_or(std::env::consts::ARCH).to_owned()
}

/// The instruction set of the lanes.
pub(crate) fn instruction_set() -> String {
    format!("{:?}", Level::best()).to_lowercase()
}

/// What the program holds of memory [bytes], where the system tells.
pub(crate) fn memory() -> Option<u64> {
    status("VmRSS:")
}

/// The most it held since it started, or since [`forget_most_memory`] [bytes].
pub(crate) fn most_memory() -> Option<u64> {
    status("VmHWM:")
}

/// Makes the present memory the most so far; false where the system does not offer it.
pub(crate) fn forget_most_memory() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn status(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

/// The time of day in UTC, RFC 3339.
pub(crate) fn now() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs());
    let (days, rest) = (seconds / 86400, seconds % 86400);
    let (year, month, day) = date(days as i64);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

/// Year, month and day of the Gregorian calendar from days since 1970-01-01.
fn date(days: i64) -> (i64, i64, i64) {
    // Years that begin in March put the leap day last; 400 of them have 146097 days.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day = shifted.rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, date)
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        assert_eq!(super::date(0), (1970, 1, 1));
        assert_eq!(super::date(59), (1970, 3, 1));
        assert_eq!(super::date(11_016), (2000, 2, 29));
        assert_eq!(super::date(20_773), (2026, 11, 16));
    }
}
