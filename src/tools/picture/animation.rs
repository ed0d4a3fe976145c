//! Animated GIF.

use std::borrow::Cow;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::palette::Palette;
use super::raster::{Image, RenderError, opaque};

/// The last frame is shown this many times as long as the others.
const PAUSE: u32 = 4;

/// An animation of `frames`, which are SVGs of the same size, repeated forever. Each frame contains only the rectangle
/// that differs from the previous one.
///
/// # Errors
/// Rendering or encoding fails.
pub fn encode(frames: &[String], delay: Duration) -> Result<Vec<u8>, RenderError> {
    let failed = RenderError::of::<EncodingError>;
    let last = frames.len() - 1;
    // The first frame has the fewest stones and the last one the most, so together they have all colours.
    let samples = [0, last / 2, last].map(|index| opaque(&frames[index]));
    let samples = samples.into_iter().collect::<Result<Vec<Image>, RenderError>>()?;
    let mut palette = Palette::of(&samples);
    let (width, height) = (samples[0].width, samples[0].height());
    let mut bytes = Vec::new();
    let colors = palette.colors().concat();
    let mut encoder =
        Encoder::new(&mut bytes, side(width)?, side(height)?, &colors).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut shown: Option<Vec<u8>> = None;
    for (index, svg) in frames.iter().enumerate() {
        let pixels = palette.indices(&opaque(svg)?);
        let area = Area::changed(shown.as_deref(), &pixels, width);
        let delay = if index == last { delay * PAUSE } else { delay };
        encoder.write_frame(&area.frame(&pixels, width, delay)?).map_err(failed)?;
        shown = Some(pixels);
    }
    drop(encoder);
    Ok(bytes)
}

fn side(pixels: usize) -> Result<u16, RenderError> {
    u16::try_from(pixels).map_err(|_| RenderError(format!("{pixels} pixels are too many")))
}

/// A rectangle of pixels, never empty.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    /// The smallest area that contains all differences between two images whose rows are `width` long; the whole image
    /// if there is none before.
    fn changed(before: Option<&[u8]>, after: &[u8], width: usize) -> Area {
        let Some(before) = before else {
            return Area { left: 0, top: 0, width, height: after.len() / width };
        };
        let differ = (0..after.len()).filter(|&index| before[index] != after[index]);
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for index in differ {
            let (x, y) = (index % width, index / width);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if left > right {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        }
        Area { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The part of `pixels` in this area as a frame.
    fn frame(
        &self,
        pixels: &[u8],
        width: usize,
        delay: Duration,
    ) -> Result<Frame<'static>, RenderError> {
        let rows = pixels.chunks_exact(width).skip(self.top).take(self.height);
        let part: Vec<u8> =
            rows.flat_map(|row| &row[self.left..self.left + self.width]).copied().collect();
        Ok(Frame {
            delay: u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            left: side(self.left)?,
            top: side(self.top)?,
            width: side(self.width)?,
            height: side(self.height)?,
            buffer: Cow::Owned(part),
            ..Frame::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_what_changed() {
        let before = [0; 12];
        let mut after = before;
        (after[5], after[10]) = (1, 1);
        let area = Area::changed(Some(&before), &after, 4);
        assert_eq!(area, Area { left: 1, top: 1, width: 2, height: 2 });
        let frame = area.frame(&after, 4, Duration::from_millis(500)).unwrap();
        assert_eq!((frame.buffer.as_ref(), frame.delay), (&[1, 0, 0, 1][..], 50));
        assert_eq!(Area::changed(None, &after, 4).height, 3);
        assert_eq!(Area::changed(Some(&after), &after, 4).width, 1);
    }
}
