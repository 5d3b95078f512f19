//! What the program runs on, and the time of day.

use crate::Failure;
use plastica_tensor::simd::Level;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Most threads that can be asked for: beyond the largest machines, below where starting them takes long.
const MOST_THREADS: usize = 1024;

/// How many threads the machine runs at once.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| usize::from(n).min(MOST_THREADS))
}

/// A number of threads as an argument.
pub(crate) fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=MOST_THREADS) => Ok(count),
        _ => Err(format!(
            "give a number from 1 to {MOST_THREADS}; this machine runs {} at once",
            threads()
        )),
    }
}

/// So many threads to work on.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))
}

/// Set by Ctrl-C, SIGTERM and SIGHUP: the step in hand is finished, then the state is written.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on a request to stop does not end the program at once: it is for [`stop_requested`] to see.
pub(crate) fn heed_stop_requests() {
    // A second handler cannot be set; the first does the same.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::SeqCst));
}

/// Whether the user or the system asked the program to stop.
pub(crate) fn stop_requested() -> bool {
    STOP.load(Ordering::SeqCst)
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

/// What a run may take of memory [bytes]: as allowed [GB], or as much as is free. Infinite where the system does not tell.
pub(crate) fn memory_for_run(allowed: Option<f64>) -> f64 {
    match allowed {
        Some(gigabytes) => 1e9 * gigabytes,
        None => free_memory(),
    }
}

/// What the machine has free, or the group of processes or the process may still take, whichever is least [bytes].
fn free_memory() -> f64 {
    let number = |path: &str| -> Option<u64> {
        let text = std::fs::read_to_string(path).ok()?;
        text.trim().parse().ok()
    };
    // Control groups, version 2: the group's own limit, or `max`, which is no number.
    let group = || {
        let most = number("/sys/fs/cgroup/memory.max")?;
        Some(most.saturating_sub(number("/sys/fs/cgroup/memory.current")?))
    };
    let process = || {
        let text = std::fs::read_to_string("/proc/self/limits").ok()?;
        let line = text
            .lines()
            .find(|line| line.starts_with("Max address space"))?;
        let most: u64 = line.split_whitespace().nth(3)?.parse().ok()?;
        Some(most.saturating_sub(status("VmSize:")?))
    };
    let machine = kilobytes("/proc/meminfo", "MemAvailable:");
    let least = [machine, group(), process()].into_iter().flatten().min();
    least.map_or(f64::INFINITY, |bytes| bytes as f64)
}

fn status(key: &str) -> Option<u64> {
    kilobytes("/proc/self/status", key)
}

/// An entry of a file of the system that counts in kB [bytes].
fn kilobytes(path: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
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
