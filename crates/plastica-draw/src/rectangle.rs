//! Rectangles in pixels.

/// An upright rectangle [px]; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rectangle {
    /// The square with this centre and half this side.
    pub(crate) fn around(centre: (f64, f64), half: f64) -> Self {
        Rectangle {
            left: centre.0 - half,
            top: centre.1 - half,
            width: 2.0 * half,
            height: 2.0 * half,
        }
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Whether another rectangle lies inside.
    pub(crate) fn holds(&self, other: &Rectangle) -> bool {
        other.left >= self.left
            && other.right() <= self.right()
            && other.top >= self.top
            && other.bottom() <= self.bottom()
    }

    /// The part of a segment that lies inside, by Liang and Barsky.
    pub(crate) fn clip(
        &self,
        from: (f64, f64),
        to: (f64, f64),
    ) -> Option<((f64, f64), (f64, f64))> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let sides = [
            (-dx, from.0 - self.left),
            (dx, self.right() - from.0),
            (-dy, from.1 - self.top),
            (dy, self.bottom() - from.1),
        ];
        for (along, room) in sides {
            if along == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if along < 0.0 {
                enter = enter.max(room / along);
            } else {
                leave = leave.min(room / along);
            }
        }
        // Ends that are inside come back bit for bit, so that segments of a curve still join.
        let at = |t: f64| match t {
            0.0 => from,
            1.0 => to,
            _ => (from.0 + t * dx, from.1 + t * dy),
        };
        // Written so that NaN, from coordinates too large to subtract, is refused.
        (enter <= leave).then(|| (at(enter), at(leave)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_cut_at_the_edge() {
        let unit = Rectangle {
            left: 0.0,
            top: 0.0,
            width: 1.0,
            height: 1.0,
        };
        assert_eq!(
            unit.clip((-1.0, 0.5), (2.0, 0.5)),
            Some(((0.0, 0.5), (1.0, 0.5)))
        );
        assert_eq!(
            unit.clip((0.25, 0.25), (0.5, 0.75)),
            Some(((0.25, 0.25), (0.5, 0.75)))
        );
        let (from, to) = ((0.1, 0.7), (0.3, 0.1 + 0.2));
        assert_eq!(unit.clip(from, to), Some((from, to)));
        assert_eq!(unit.clip((2.0, 0.0), (2.0, 1.0)), None);
        assert_eq!(unit.clip((-1.0, 0.5), (0.5, -1.0)), None);
    }
}
