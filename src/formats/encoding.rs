//! The encodings of texts in old files.

use std::fmt;
use std::str::FromStr;

/// Some editors, spreadsheets and shells write it at the beginning of text in UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// How the texts of a file are encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 if the text is valid UTF-8, otherwise Latin-1.
    #[default]
    Auto,
    /// Simplified Chinese.
    Gbk,
    /// Traditional Chinese.
    Big5,
    /// Japanese.
    ShiftJis,
    /// Korean.
    EucKr,
    /// Western European (ISO 8859-1).
    Latin1,
}

impl Encoding {
    const ALL: [Encoding; 6] = [
        Encoding::Auto,
        Encoding::Gbk,
        Encoding::Big5,
        Encoding::ShiftJis,
        Encoding::EucKr,
        Encoding::Latin1,
    ];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Auto => "auto",
            Encoding::Gbk => "gbk",
            Encoding::Big5 => "big5",
            Encoding::ShiftJis => "shift_jis",
            Encoding::EucKr => "euc-kr",
            Encoding::Latin1 => "latin1",
        }
    }

    /// The text of `bytes`, with U+FFFD for invalid bytes.
    pub fn decode(self, bytes: &[u8]) -> String {
        if let Some(table) = self.table() {
            return table.decode_without_bom_handling(bytes).0.into_owned();
        }
        match str::from_utf8(bytes) {
            Ok(text) if self == Encoding::Auto => text.to_owned(),
            _ => encoding_rs::mem::decode_latin1(bytes).into_owned(),
        }
    }

    /// The encoding from which a text that begins with `head` must be decoded before it is split, because a byte of a
    /// character may look like a bracket: the encoding of its byte order mark, this one, or the one stated in SGF.
    /// `None` for UTF-8 and Latin-1.
    pub fn of_text(self, head: &[u8]) -> Option<&'static encoding_rs::Encoding> {
        let marked = encoding_rs::Encoding::for_bom(head).map(|(marked, _)| marked);
        let stated = || if self == Encoding::Auto { stated(head) } else { self.table() };
        marked.or_else(stated).filter(|&found| found != encoding_rs::UTF_8)
    }

    fn table(self) -> Option<&'static encoding_rs::Encoding> {
        match self {
            Encoding::Auto | Encoding::Latin1 => None,
            Encoding::Gbk => Some(encoding_rs::GBK),
            Encoding::Big5 => Some(encoding_rs::BIG5),
            Encoding::ShiftJis => Some(encoding_rs::SHIFT_JIS),
            Encoding::EucKr => Some(encoding_rs::EUC_KR),
        }
    }
}

/// The encoding in the first property `CA`, if it can be read before the encoding is known.
fn stated(head: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    const PROPERTY: &[u8] = b"CA[";
    let at = head.windows(PROPERTY.len()).position(|bytes| bytes == PROPERTY)?;
    let label = head[at + PROPERTY.len()..].split(|&byte| byte == b']').next()?;
    encoding_rs::Encoding::for_label(label).filter(|found| found.is_ascii_compatible())
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEncoding;

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Parses an [`Encoding::name`].
    fn from_str(name: &str) -> Result<Encoding, UnknownEncoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or(UnknownEncoding)
    }
}

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first @ .., last] = Encoding::ALL.map(Encoding::name);
        write!(f, "expected {} or {last}", first.join(", "))
    }
}

impl std::error::Error for UnknownEncoding {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_decoded() {
        for (name, bytes, text) in [
            ("gbk", &b"\xba\xda\xca\xa4"[..], "黑胜"),
            // The second byte of the first character is a backslash.
            ("big5", b"\xb3\x5c\xb6\xc2", "許黑"),
            ("shift_jis", b"\x95\x5c\x8d\x95", "表黒"),
            ("euc-kr", b"\xc8\xe6\xbd\xc2", "흑승"),
            ("latin1", b"\xe9\x80", "é\u{80}"),
            ("auto", b"\xe9", "é"),
            ("auto", "黑é".as_bytes(), "黑é"),
            ("gbk", b"a\xff", "a\u{fffd}"),
        ] {
            let encoding: Encoding = name.parse().unwrap();
            assert_eq!(encoding.decode(bytes), text, "{name}");
            assert_eq!(encoding.to_string(), name);
        }
        let error = "utf7".parse::<Encoding>().unwrap_err();
        assert_eq!(error.to_string(), "expected auto, gbk, big5, shift_jis, euc-kr or latin1");
    }
}
