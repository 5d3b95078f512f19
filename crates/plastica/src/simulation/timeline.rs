//! When the frames of a scene come.

/// Shares of a frame below which a duration counts as a whole number of frames: rounding of what was typed.
const ROUNDING: f64 = 1e-6;

/// When the frames of a scene come: at a steady rate, and the last one when the scene ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeline {
    rate: f64,
    count: u64,
    /// When the last frame comes [s], if that is earlier than its turn.
    early: Option<f64>,
}

impl Timeline {
    /// Of a scene that lasts so long [s], with so many frames per second.
    pub fn new(duration: f64, rate: f64) -> Self {
        let frames = duration * rate;
        let whole = frames.round();
        if whole >= 1.0 && (frames - whole).abs() <= ROUNDING {
            let count = whole as u64;
            return Timeline {
                rate,
                count,
                early: None,
            };
        }
        Timeline {
            rate,
            count: frames.ceil().max(1.0) as u64,
            early: Some(duration),
        }
    }

    /// How many frames follow the first.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// When a frame comes [s].
    pub fn time_of(&self, frame: u64) -> f64 {
        match self.early {
            Some(end) if frame == self.count => end,
            _ => frame as f64 / self.rate,
        }
    }

    /// How long after the frame before it the last one comes [s], if earlier than its turn.
    pub fn last_interval(&self) -> Option<f64> {
        self.early.map(|end| end - self.time_of(self.count - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::Timeline;

    #[test]
    fn whole_numbers_of_frames_keep_their_times() {
        // 0.1 · 30 is 3.0000000000000004, 1.1 · 30 is 33.00000000000001; the third as people write it.
        for (duration, rate, count) in [
            (2.0, 30.0, 60),
            (0.1, 30.0, 3),
            (1.1, 30.0, 33),
            (0.3333333, 3.0, 1),
            (1e-6, 1e6, 1),
            (1e6, 1e-6, 1),
        ] {
            let times = Timeline::new(duration, rate);
            assert_eq!((times.count(), times.last_interval()), (count, None));
            assert_eq!(times.time_of(count), count as f64 / rate);
        }
    }

    #[test]
    fn the_last_frame_comes_when_the_scene_ends() {
        for (duration, rate, count) in [
            (0.1, 3.0, 1),
            (2.4, 1.0, 3),
            (1e-9, 30.0, 1),
            (0.1, 1e-6, 1),
            (0.667, 3.0, 3),
        ] {
            let times = Timeline::new(duration, rate);
            assert_eq!(times.count(), count);
            assert_eq!(times.time_of(count), duration);
            let before = times.time_of(count - 1);
            assert!(before < duration && duration < count as f64 / rate);
            assert_eq!(times.last_interval(), Some(duration - before));
        }
    }
}
