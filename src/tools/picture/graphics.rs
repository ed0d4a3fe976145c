//! Images for terminals that can show them.

use std::fmt::Write;

use super::palette::Palette;
use super::raster::Image;

/// Characters in a chunk of an image in kitty's protocol.
const CHUNK: usize = 4096;
/// Rows of a band of sixels.
const BAND: usize = 6;

/// A PNG file in the [graphics protocol](https://sw.kovidgoyal.net/kitty/graphics-protocol/) of kitty.
pub fn kitty(png: &[u8]) -> Vec<u8> {
    let data = base64(png);
    let mut text = Vec::new();
    let chunks: Vec<&[u8]> = data.chunks(CHUNK).collect();
    for (index, chunk) in chunks.iter().enumerate() {
        let header = if index == 0 { "a=T,f=100," } else { "" };
        let has_more = u8::from(index + 1 < chunks.len());
        text.extend_from_slice(format!("\x1b_G{header}m={has_more};").as_bytes());
        text.extend_from_slice(chunk);
        text.extend_from_slice(b"\x1b\\");
    }
    text.push(b'\n');
    text
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index)) as usize % 64];
            text.push(if index <= group.len() { digit } else { b'=' });
        }
    }
    text
}

/// `image` in sixels: bands of six rows, each drawn once for every colour that occurs in it.
pub fn sixel(image: &Image) -> Vec<u8> {
    let mut palette = Palette::of(std::slice::from_ref(image));
    let pixels = palette.indices(image);
    let mut text = format!("\x1bP0;1q\"1;1;{};{}", image.width, image.height());
    for (index, color) in palette.colors().iter().enumerate() {
        // Colours are in per cent.
        let [r, g, b] = color.map(|c| (u32::from(c) * 100 + 127) / 255);
        let _ = write!(text, "#{index};2;{r};{g};{b}");
    }
    for band in pixels.chunks(BAND * image.width) {
        let mut is_used = [false; 256];
        band.iter().for_each(|&color| is_used[usize::from(color)] = true);
        for color in (0..=u8::MAX).filter(|&color| is_used[usize::from(color)]) {
            let _ = write!(text, "#{color}");
            write_band(&mut text, band, image.width, color);
            text.push('$');
        }
        text.push('-');
    }
    text.push_str("\x1b\\\n");
    text.into_bytes()
}

/// The columns of a band in one colour, with run-length encoding.
fn write_band(text: &mut String, band: &[u8], width: usize, color: u8) {
    let column = |x: usize| {
        let rows = band.iter().skip(x).step_by(width).enumerate();
        let bits = rows.filter(|&(_, &pixel)| pixel == color).fold(0, |bits, (y, _)| bits | 1 << y);
        char::from(b'?' + bits)
    };
    let columns: Vec<char> = (0..width).map(column).collect();
    for run in columns.chunk_by(|a, b| a == b) {
        match run.len() {
            1..=3 => text.extend(run),
            length => {
                let _ = write!(text, "!{length}{}", run[0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded.as_bytes());
        }
    }

    #[test]
    fn long_images_are_sent_in_parts() {
        let text = String::from_utf8(kitty(&[7; 3 * CHUNK / 4 + 1])).unwrap();
        let parts: Vec<&str> = text.trim_end().split_terminator("\x1b\\").collect();
        assert_eq!(parts.len(), 2);
        assert!(parts[0].starts_with("\x1b_Ga=T,f=100,m=1;") && parts[1].starts_with("\x1b_Gm=0;"));
    }

    #[test]
    fn sixels_are_columns_of_six() {
        // Eight rows of five pixels: black, with a white one at the top left.
        let mut pixels = vec![[0, 0, 0]; 40];
        pixels[0] = [255, 255, 255];
        let text = String::from_utf8(sixel(&Image { width: 5, pixels })).unwrap();
        let expected = "\x1bP0;1q\"1;1;5;8#0;2;0;0;0#1;2;100;100;100\
                        #0}!4~$#1@!4?$-#0!5B$-\x1b\\\n";
        assert_eq!(text, expected);
    }
}
