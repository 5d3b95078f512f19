//! Thousands of spoilt scenes: none may panic, hang, or be reported outside its text.

use plastica::Scene;
use plastica_geometry::TriangleMesh;
use plastica_scene::assets::Memory;

const SEEDS: [&str; 3] = [
    crate::common::CHECKED,
    include_str!("../../../../scenes/dough_star.toml"),
    include_str!("../../../../scenes/kitchen_sink.toml"),
];

const FRAGMENTS: [&str; 32] = [
    "nan",
    "-inf",
    "1e999",
    "0",
    "-1",
    "1_0",
    "0x7f",
    "true",
    "1979-05-27",
    "\"\"",
    "\"x\"",
    "\"1/0\"",
    "\"3 cm\"",
    "\"((((\"",
    "\"é漢\u{1F600}\"",
    "\"\\u00e9\\n\"",
    "'''\n'''",
    "[]",
    "{}",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\n",
    "#",
    "\t",
    "\r",
    "keyframes",
    "\u{feff}",
];

/// xorshift64*: the same mutations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end.max(1)
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

fn mutate(text: &mut String, random: &mut Random) {
    let (a, b) = (random.place(text), random.place(text));
    let near = text.floor_char_boundary((a + random.below(12)).min(text.len()));
    match random.below(12) {
        0 => text.insert_str(a, FRAGMENTS[random.below(FRAGMENTS.len())]),
        1 => text.replace_range(a..near.max(a), FRAGMENTS[random.below(FRAGMENTS.len())]),
        2 => text.replace_range(a..near.max(a), ""),
        3 => {
            let piece = text[a.min(b)..a.max(b)].to_string();
            let at = random.place(text);
            text.insert_str(at, &piece);
        }
        4 => text.truncate(a.max(b)),
        _ => replace_value(text, random),
    }
}

/// Puts a fragment where a value stands, so that the file often stays TOML.
fn replace_value(text: &mut String, random: &mut Random) {
    let starts: Vec<usize> = text.match_indices("= ").map(|(at, _)| at + 2).collect();
    let Some(&start) = starts.get(random.below(starts.len())) else {
        return;
    };
    let end = text[start..]
        .find([',', '\n', ' '])
        .map_or(text.len(), |n| start + n);
    text.replace_range(start..end, FRAGMENTS[random.below(FRAGMENTS.len())]);
}

#[test]
fn no_mutation_of_a_scene_panics() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut assets = Memory::default();
    (assets.meshes).insert("parts/heap.obj".into(), TriangleMesh::ball(1.0, 1));
    let (mut fine, mut spoilt, mut toml) = (0, 0, 0);
    for round in 0..6000 {
        let mut text = SEEDS[round % SEEDS.len()].to_string();
        for _ in 0..=random.below(3) {
            mutate(&mut text, &mut random);
        }
        match Scene::parse_with("mutated.toml", &text, assets.clone()) {
            Ok(_) => fine += 1,
            Err(diagnostics) => {
                spoilt += 1;
                let codes: Vec<_> = diagnostics.iter().map(|d| d.problem.code()).collect();
                toml += usize::from(!codes.contains(&"syntax"));
                assert!(diagnostics.count() > 0);
                let whole = diagnostics.source().text().len();
                assert!(
                    diagnostics
                        .iter()
                        .all(|d| d.span.as_ref().is_none_or(|s| s.end <= whole))
                );
                assert!(!diagnostics.render(round % 2 == 0).is_empty());
                assert!(diagnostics.to_json().is_object());
            }
        }
    }
    // The mutations must reach beyond the TOML parser to be worth anything.
    assert!(
        fine > 100 && spoilt > 1000 && toml > 500,
        "{fine} {spoilt} {toml}"
    );
}
