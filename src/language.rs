//! The words that a person reads: one catalogue for each language, in the format of Project Fluent.
//!
//! All texts of subcommands, pictures and reports come from here, as do the translations of error messages.
//! Protocols, tables for programs, logs and `--help` stay English.

mod errors;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

pub use fluent_bundle::FluentValue as Value;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use errors::{CHECKS, DETAILS, LIMITS, MESSAGES, PARTS, Patterns};

/// A language with a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    /// In simplified characters.
    Chinese,
    Japanese,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::Chinese, Language::Japanese];

    /// The name for `--lang`: the tag of BCP 47.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
            Language::Japanese => "ja",
        }
    }

    const fn catalogue(self) -> &'static str {
        match self {
            Language::English => include_str!("language/en.ftl"),
            Language::Chinese => include_str!("language/zh.ftl"),
            Language::Japanese => include_str!("language/ja.ftl"),
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`; English if it has no catalogue or another encoding, in which
    /// the catalogue's letters would be unreadable.
    pub fn of_locale(locale: &str) -> Language {
        let encoding = locale.split_once('.').map_or("utf-8", |(_, encoding)| encoding);
        if !encoding.to_ascii_lowercase().starts_with("utf") {
            return Language::English;
        }
        locale.split('@').next().unwrap_or(locale).parse().unwrap_or_default()
    }
}

/// The error for an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected en, zh or ja")
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Reads a name, alone or with a region: `zh`, `zh-CN`.
    fn from_str(name: &str) -> Result<Language, UnknownLanguage> {
        let tag = name.split(['-', '_', '.']).next().unwrap_or(name);
        Language::ALL.into_iter().find(|language| language.name() == tag).ok_or(UnknownLanguage)
    }
}

/// The catalogue of a language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    /// For messages of errors; none in English.
    patterns: Option<Patterns>,
}

impl Words {
    /// The words of `language`.
    pub fn new(language: Language) -> Words {
        let english = Language::English;
        let patterns = (language != english).then(|| Patterns::of(english.catalogue()));
        Words { language, bundle: bundle(language), patterns }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The text named `key`.
    ///
    /// # Panics
    /// The catalogue lacks it; tests find such names.
    pub fn say(&self, key: &str) -> String {
        self.say_with(key, &[])
    }

    /// The text named `key`, with values for its variables.
    ///
    /// # Panics
    /// The catalogue lacks it; tests find such names.
    pub fn say_with(&self, key: &str, values: &[(&str, Value)]) -> String {
        let args: FluentArgs = values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("no text is named {key}"));
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }
}

impl Words {
    /// A line of an English message of an error, in the language as far as it follows patterns.
    pub fn translated<'a>(&self, message: &'a str) -> Cow<'a, str> {
        self.translated_by(MESSAGES, message)
    }

    /// What a referee noted in English about the end of a game, translated in the same way.
    pub fn detail<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.translated_by(DETAILS, text)
    }

    /// What a check of an engine says in English, translated in the same way.
    pub fn check<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.translated_by(CHECKS, text)
    }

    /// The part of a game that a format cannot store, named in English, translated in the same way.
    pub fn part<'a>(&self, name: &'a str) -> Cow<'a, str> {
        self.translated_by(PARTS, name)
    }

    /// The limits of an engine in English, parted by commas, translated in the same way.
    pub fn limits(&self, text: &str) -> String {
        let parts = text.split(", ").map(|part| self.translated_by(LIMITS, part));
        parts.collect::<Vec<_>>().join(&self.say("comma"))
    }

    /// `message` by the patterns with one of `prefixes`.
    fn translated_by<'a>(&self, prefixes: &[&str], message: &'a str) -> Cow<'a, str> {
        let patterns = self.patterns.as_ref();
        let found = patterns.and_then(|patterns| patterns.find(message, prefixes));
        let Some(found) = found else {
            return Cow::Borrowed(message);
        };
        let values: Vec<(&str, Value)> = found
            .values
            .iter()
            .map(|&(name, text, inner)| {
                let text = match inner {
                    None => self.named(name, text),
                    Some(prefixes) => self.translated_by(prefixes, text),
                };
                (name, Value::from(text))
            })
            .collect();
        Cow::Owned(self.say_with(found.key, &values))
    }

    /// `text`, the value of `variable`, or the word for its meaning.
    fn named<'a>(&self, variable: &str, text: &'a str) -> Cow<'a, str> {
        let key = match (variable, text) {
            ("side", "black" | "white") => text,
            ("foul", "33") => "play-foul-double-three",
            ("foul", "44") => "play-foul-double-four",
            ("foul", "6") => "play-foul-overline",
            _ => return Cow::Borrowed(text),
        };
        Cow::Owned(self.say(key))
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Words").field(&self.language).finish()
    }
}

fn bundle(language: Language) -> FluentBundle<FluentResource> {
    let tag: LanguageIdentifier = language.name().parse().expect("the names are tags");
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Marks for bidirectional text would show on terminals, and none of the languages needs them.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(language.catalogue().to_owned());
    bundle.add_resource(resource.expect("a test reads the catalogues")).expect("the keys differ");
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn keys(language: Language) -> BTreeSet<&'static str> {
        let names = language.catalogue().lines().filter_map(|line| line.split_once(" ="));
        names.map(|(key, _)| key).filter(|key| !key.starts_with([' ', '#'])).collect()
    }

    #[test]
    fn a_locale_chooses_the_language() {
        for (locale, language) in [
            ("zh_CN.UTF-8", Language::Chinese),
            ("ja_JP", Language::Japanese),
            ("zh_CN.utf8", Language::Chinese),
            ("ja@cjknarrow", Language::Japanese),
            ("jam_JM.UTF-8", Language::English),
            ("zh_CN.GBK", Language::English),
            ("C", Language::English),
            ("de_DE.UTF-8", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
        assert_eq!("zh-CN".parse(), Ok(Language::Chinese));
        assert_eq!("de".parse::<Language>(), Err(UnknownLanguage));
    }

    #[test]
    fn messages_of_errors_are_translated_with_what_they_quote() {
        let chinese = Words::new(Language::Chinese);
        for (message, translated) in [
            (
                "tengen: a.psq: No such file or directory (os error 2)",
                "tengen: a.psq: 文件或文件夹不存在",
            ),
            (
                "tengen: game 1.sgf: No such file or directory (os error 2)",
                "tengen: game 1.sgf: 文件或文件夹不存在",
            ),
            ("-: line 3: move 2: f5 is occupied by black", "-: 第 3 行：第 2 手：f5 已有黑子"),
            (
                "tengen: --size: invalid value '4' (expected N or WxH from 5 to 22)",
                "tengen: --size: 值“4”无效（应为 N 或 WxH，边长 5 到 22）",
            ),
            (
                "tengen: --format: invalid value 'gaunt' (expected a or b); did you mean 'b'?",
                "tengen: --format: 值“gaunt”无效（应为 a 或 b）；是不是“b”？",
            ),
            (
                "tengen: a.pos: omits the times of the moves of 3 games",
                "tengen: a.pos: 3 局未保留每手用时",
            ),
            (
                "x: line 1, column 5: unexpected end of the line (expected '[' after AB)",
                "x: 第 1 行第 5 列：行提前结束（应为 AB 之后的“[”）",
            ),
            (
                "tengen: x.sgf: line 193, column 176: invalid character 'x' (expected ';')",
                "tengen: x.sgf: 第 193 行第 176 列：字符“x”无效（应为 ';'）",
            ),
            (
                "tengen: --position: column 3: invalid character 'x' (expected X)",
                "tengen: --position: 第 3 列：字符“x”无效（应为 X）",
            ),
            ("x.obf:12: column 3: no point at \"x\"", "x.obf: 第 12 行第 3 列：“x”处不是坐标"),
            ("a.psq: h8 is forbidden for black: 33", "a.psq: h8 是黑方禁手：三三"),
            (
                "a.sgf: move 2: d6 by black, but white is to move",
                "a.sgf: 第 2 手：黑方下 d6，但轮到白方",
            ),
            (
                "a.sgf: move 3: d6 by white, but black is to move",
                "a.sgf: 第 3 手：白方下 d6，但轮到黑方",
            ),
            ("a.proof:12: no answer to h8", "a.proof:12: 缺少对 h8 的应对"),
            ("a.proof:12: no answer to a pass", "a.proof:12: 缺少对停着的应对"),
            ("a.proof:3: invalid rule 'go'", "a.proof:3: 规则“go”无效"),
            (
                "tengen: a move of 900 ms is too short (expected at least 1000 with proto=edax)",
                "tengen: 每手 900 毫秒太短（应为 proto=edax 时不小于 1000）",
            ),
            (
                "tengen: a time for a move has no NBoard command: use a time for the game (tc=60) or depth=",
                "tengen: NBoard 没有设定每手时限的命令：请用全局时限（tc=60）或 depth=",
            ),
            ("tengen: x: there is no folder /y", "tengen: x: 文件夹 /y 不存在"),
            (
                "tengen: -: invalid mark 'o20' (expected a point of the 15x15 board)",
                "tengen: -: 标记“o20”无效（应为 15x15 棋盘上的点）",
            ),
            (
                "a.sgf: invalid size '99' (expected one such as SZ[15] or SZ[20:15])",
                "a.sgf: 大小“99”无效（应为 形如 SZ[15] 或 SZ[20:15]）",
            ),
            (
                "tengen: --output fastchess: expected two engines",
                "tengen: --output fastchess: 应为 两个引擎",
            ),
            ("tengen: what nobody foresaw", "tengen: what nobody foresaw"),
            ("", ""),
        ] {
            assert_eq!(chinese.translated(message), translated);
        }
        assert_eq!(chinese.detail("1.204 s of 1.000 s"), "用了 1.204 s，限 1.000 s");
        assert_eq!(chinese.detail("h8 is occupied by white"), "h8 已有白子");
        assert_eq!(chinese.limits("60 s + 0.5 s, 5000 nodes"), "60 秒，每手加 0.5 秒，5000 节点");
        assert_eq!(chinese.part("rule and board"), "规则和棋盘");
        let message = "f5 is occupied by black";
        assert_eq!(Words::new(Language::English).translated(message), message);
        let japanese = Words::new(Language::Japanese).translated(message).into_owned();
        assert_eq!(japanese, "f5 には黒石があります");
    }

    /// The English text named `key` if there is one of everything; other variables are `x`.
    fn told_of_one(key: &str) -> String {
        let counts =
            ["plies", "games", "nodes", "positions", "known", "pairs", "empties", "training"];
        let names = Language::English.catalogue().split("{ $").skip(1);
        let names: BTreeSet<&str> = names.filter_map(|rest| rest.split(' ').next()).collect();
        let value = |name| if counts.contains(&name) { Value::from(1) } else { "x".into() };
        let values: Vec<(&str, Value)> =
            names.into_iter().map(|name| (name, value(name))).collect();
        Words::new(Language::English).say_with(key, &values)
    }

    #[test]
    fn one_is_told_as_one() {
        let words = Words::new(Language::English);
        assert_eq!(words.say_with("db-positions", &[("count", 1.into())]), "1 position");
        let values = [("game", "Gomoku".into()), ("moves", 1.into())];
        let values = [&values[..], &[("mean", "0".into()), ("accuracy", "-".into())]].concat();
        let told = words.say_with("analyze-all", &values);
        assert_eq!(told, "Gomoku: 1 move, mean loss 0, accuracy -");
        for (key, told) in [
            ("analyze-missed", "missed a forced win in 1 ply: x"),
            ("analyze-allowed", "allowed a forced win in 1 ply: x"),
            ("analyze-total", "1 game, 1 node, x s"),
            ("puzzle-win-in", "Only this move wins, in 1 ply."),
            ("puzzle-loses", "x wins now, in 1 ply."),
            ("match-left", "1 game, x left"),
            ("match-left-at-most", "at most 1 game, x left"),
            ("match-game", "game x: x - x x x (1 ply)"),
            ("tune-samples", "x: 1 sample, x for validation"),
            ("tune-searches", "1 position searched, x solved"),
            ("text-margin", "Margin: x discs a game, in 1 game"),
            ("report-points-of-games", "x of 1 point"),
            ("report-verdict-gauntlet", "x has x of 1 point (x) against x opponents."),
            (
                "report-verdict-leads",
                "x leads with x of 1 point (x): Elo x above the mean of all engines.",
            ),
            ("report-solve", "solved at 1 empty square"),
            ("report-most-plies", "ended after 1 ply"),
        ] {
            assert_eq!(told_of_one(key), told);
        }
        let told = told_of_one("match-few-openings");
        assert!(told.starts_with("note: only 1 of x openings was found and is used"), "{told}");
        assert!(told_of_one("report-pairs-note").starts_with("1 pair of games with"));
        let counts = ["positions", "leaves", "plies"].map(|name| (name, 1.into()));
        let others = ["depth", "discs", "line"].map(|name| (name, "x".into()));
        let told = words.say_with("book-summary", &[counts, others].concat());
        assert!(
            told.starts_with("1 position and 1 leaf, ") && told.ends_with(" 1 ply: x"),
            "{told}"
        );
    }

    #[test]
    fn catalogues_have_the_same_keys() {
        let english = keys(Language::English);
        assert!(english.len() > 20);
        for language in Language::ALL {
            assert_eq!(keys(language), english, "{}", language.name());
        }
    }

    #[test]
    fn catalogues_name_the_same_variables() {
        let variables = |text: &'static str| -> BTreeSet<&'static str> {
            let parts = text.split('$').skip(1);
            parts.map(|part| part.split(|c: char| !c.is_alphanumeric()).next().unwrap()).collect()
        };
        let of_key = |language: Language, key: &str| {
            let text = language.catalogue();
            let start = text.find(&format!("\n{key} =")).map(|at| at + 1)?;
            let rest = &text[start..];
            let end = rest.find("\n\n").unwrap_or(rest.len());
            // The text of a key ends at the next line that does not begin with a blank.
            let line_end =
                rest[..end].match_indices('\n').find(|(at, _)| !rest[at + 1..].starts_with(' '));
            Some(variables(&rest[..line_end.map_or(end, |(at, _)| at)]))
        };
        for key in keys(Language::English) {
            let english = of_key(Language::English, key);
            for other in [Language::Chinese, Language::Japanese] {
                assert_eq!(of_key(other, key), english, "{key} in {}", other.name());
            }
        }
    }
}
