//! SVG as pixels.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a picture cannot be rendered or encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderError(pub String);

impl RenderError {
    pub fn of<E: fmt::Display>(error: E) -> RenderError {
        RenderError(error.to_string())
    }
}

/// An image without transparency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub width: usize,
    /// Red, green and blue, row by row from the top.
    pub pixels: Vec<[u8; 3]>,
}

impl Image {
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }
}

/// `svg` as a PNG file.
///
/// # Errors
/// Rendering or encoding fails.
pub fn png(svg: &str) -> Result<Vec<u8>, RenderError> {
    render(svg)?.encode_png().map_err(RenderError::of)
}

/// `svg` on a white background.
///
/// # Errors
/// Rendering fails.
pub fn opaque(svg: &str) -> Result<Image, RenderError> {
    let pixmap = render(svg)?;
    // Colours are premultiplied by their opacity.
    let on_white = |c: u8, alpha: u8| c.saturating_add(u8::MAX - alpha);
    let pixels = pixmap.pixels().iter().map(|pixel| {
        [pixel.red(), pixel.green(), pixel.blue()].map(|c| on_white(c, pixel.alpha()))
    });
    Ok(Image { width: pixmap.width() as usize, pixels: pixels.collect() })
}

fn render(svg: &str) -> Result<Pixmap, RenderError> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(RenderError::of)?;
    let size = tree.size().to_int_size();
    let pixmap = Pixmap::new(size.width(), size.height());
    let mut pixmap = pixmap.ok_or_else(|| RenderError(format!("{size:?} is too large")))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"2\">\
                       <rect width=\"2\" height=\"2\" fill=\"#ff0000\"/></svg>";

    #[test]
    fn what_is_transparent_becomes_white() {
        let image = opaque(SVG).unwrap();
        assert_eq!((image.width, image.height()), (4, 2));
        assert_eq!(image.pixels[..4], [[255, 0, 0], [255, 0, 0], [255; 3], [255; 3]]);
    }

    #[test]
    fn what_is_no_svg_is_an_error() {
        assert!(matches!(png("<svg"), Err(RenderError(_))));
    }
}
