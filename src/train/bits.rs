//! Numbers as bits: short codes for small ones.

use std::io;

use bitstream_io::{BigEndian, BitRead, BitReader, BitWrite, BitWriter};

/// Bits being written.
pub type Encoder = BitWriter<Vec<u8>, BigEndian>;
/// Bits being read.
pub type Decoder<'a> = BitReader<&'a [u8], BigEndian>;

/// The error of an invalid code.
pub fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Writes `value` in an exponential Golomb code of order `order`: short for numbers below `1 << order`.
///
/// # Errors
/// I/O errors; `value` is too large.
pub fn write_golomb(bits: &mut Encoder, order: u32, value: u32) -> io::Result<()> {
    let shifted = value.checked_add(1 << order).ok_or_else(|| invalid("a number is too large"))?;
    let width = shifted.ilog2();
    bits.write_unary::<1>(width - order)?;
    bits.write_var(width, shifted - (1 << width))
}

/// Reads what [`write_golomb`] wrote.
///
/// # Errors
/// The end of the bits, or a number beyond 32 bits.
pub fn read_golomb(bits: &mut Decoder<'_>, order: u32) -> io::Result<u32> {
    let width = bits.read_unary::<1>()?.saturating_add(order);
    if width > 31 {
        return Err(invalid("a number is too large"));
    }
    let low: u32 = bits.read_var(width)?;
    Ok((low | 1 << width) - (1 << order))
}

/// Writes a number with a sign: 0, -1, 1, -2 and so on as 0, 1, 2, 3.
///
/// # Errors
/// As [`write_golomb`].
pub fn write_signed(bits: &mut Encoder, order: u32, value: i32) -> io::Result<()> {
    write_golomb(bits, order, ((value << 1) ^ (value >> 31)) as u32)
}

/// Reads what [`write_signed`] wrote.
///
/// # Errors
/// As [`read_golomb`].
pub fn read_signed(bits: &mut Decoder<'_>, order: u32) -> io::Result<i32> {
    let code = read_golomb(bits, order)?;
    Ok((code >> 1) as i32 ^ -((code & 1) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_survive_the_round_trip(
            numbers in prop::collection::vec((0..16_u32, any::<u16>(), any::<i16>()), 0..40),
        ) {
            let mut bits = Encoder::new(Vec::new());
            for &(order, number, signed) in &numbers {
                write_golomb(&mut bits, order, number.into()).unwrap();
                write_signed(&mut bits, order, signed.into()).unwrap();
            }
            bits.byte_align().unwrap();
            let code = bits.into_writer();
            let mut bits = Decoder::new(&code);
            for &(order, number, signed) in &numbers {
                prop_assert_eq!(read_golomb(&mut bits, order).unwrap(), u32::from(number));
                prop_assert_eq!(read_signed(&mut bits, order).unwrap(), i32::from(signed));
            }
        }

        #[test]
        fn any_bits_are_numbers_or_an_error(code: [u8; 24], order in 0..16_u32) {
            let mut bits = Decoder::new(&code);
            while read_signed(&mut bits, order).is_ok() {}
        }
    }

    #[test]
    fn the_largest_numbers_are_refused_or_kept() {
        let mut bits = Encoder::new(Vec::new());
        assert!(write_golomb(&mut bits, 4, u32::MAX).is_err());
        write_golomb(&mut bits, 0, u32::MAX - 1).unwrap();
        bits.byte_align().unwrap();
        let code = bits.into_writer();
        assert_eq!(read_golomb(&mut Decoder::new(&code), 0).unwrap(), u32::MAX - 1);
    }
}
