//! Reference cases of one material point, run through the laws and the machine that users get.
//! Each test names its case; the numbers are closed forms. (A28 is in plastica-tensor.)

mod directions;
mod elastic;
mod metal;
mod sand;
mod specimen;
mod viscous;
