//! At most 256 colours for images that have more.

use std::collections::BTreeMap;

use super::raster::Image;

/// Maximum number of colours in a palette.
const MOST: usize = 256;

/// The palette of some images, and the replacement of every other colour.
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// The index of every colour seen so far.
    known: BTreeMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette of the most frequent colours of `images`. Boards have few colours; the other colours are blends of
    /// two at an edge.
    pub fn of(images: &[Image]) -> Palette {
        let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        for pixel in images.iter().flat_map(|image| &image.pixels) {
            *counts.entry(*pixel).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = counts.into_iter().take(MOST).map(|(color, _)| color).collect();
        Palette { colors, known: BTreeMap::new() }
    }

    pub fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// The index of the nearest colour for each pixel of `image`.
    pub fn indices(&mut self, image: &Image) -> Vec<u8> {
        image.pixels.iter().map(|&pixel| self.index(pixel)).collect()
    }

    fn index(&mut self, pixel: [u8; 3]) -> u8 {
        let distance = |color: &[u8; 3]| -> u32 {
            let squares = color.iter().zip(pixel).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2));
            squares.sum()
        };
        *self.known.entry(pixel).or_insert_with(|| {
            let nearest = (0..=u8::MAX).zip(&self.colors).min_by_key(|(_, color)| distance(color));
            nearest.map_or(0, |(index, _)| index)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colours_are_kept_and_others_become_the_nearest() {
        let mut pixels = vec![[0, 0, 0]; 9];
        pixels.extend([[255, 255, 255]; 5]);
        pixels.extend((0..=255).map(|red| [red, 100, 0]));
        let image = Image { width: 1, pixels };
        let mut palette = Palette::of(std::slice::from_ref(&image));
        assert_eq!(palette.colors().len(), MOST);
        assert_eq!(palette.colors()[..2], [[0, 0, 0], [255, 255, 255]]);
        let indices = palette.indices(&image);
        assert_eq!(indices[..2], [0, 0]);
        let nearest = palette.colors()[usize::from(*indices.last().unwrap())];
        assert_eq!(nearest, [253, 100, 0], "the last two reds are too many");
    }
}
