//! Colours, and the palette of the curves.

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// Paper.
    pub const WHITE: Colour = Colour::hex(0xff_ff_ff);
    /// Letters.
    pub const INK: Colour = Colour::hex(0x22_22_22);

    /// From 0xRRGGBB.
    pub const fn hex(code: u32) -> Self {
        Colour {
            red: (code >> 16) as u8,
            green: (code >> 8) as u8,
            blue: code as u8,
        }
    }

    /// The colour of the n-th curve: Okabe and Ito's palette, which people with colour-blindness
    /// tell apart, without its yellow, which is too light for a line on white. It repeats after
    /// seven.
    pub const fn of_curve(n: usize) -> Self {
        const PALETTE: [u32; 7] = [
            0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000,
        ];
        Colour::hex(PALETTE[n % PALETTE.len()])
    }
}
