//! How far matter may be torn apart and still count what has opened in it.
//!
//! Pieces that fly by themselves go on opening as far as any rule can tell: a lone particle of a grid keeps its gradient, so that the
//! volume it stands for grows by a factor in every step, to 10⁸ within a second and on beyond what numbers hold. A rule
//! that has to close again all that has opened would also never bear a load any more. Once pieces are apart, how far says nothing
//! about what happens when they meet again.

/// Volume over volume at rest beyond which matter is in pieces: where [HFG18]'s published program for snow ends its plastic volume.
pub const IN_PIECES: f64 = 20.0;
