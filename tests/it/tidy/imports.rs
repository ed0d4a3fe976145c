//! The import graph: every path in a source tree, resolved to the file that defines its item.
//!
//! Resolution follows `crate`, `self`, `super`, child modules, renamed imports and re-exports. A path
//! that ends at a module is a namespace and imports nothing by itself; a re-export is followed to the
//! definition and is itself an import by the file that re-exports. Methods are not paths: calling
//! one without naming its type imports nothing. Paths inside macro calls are read from their tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// Maximum length of a chain of re-exports.
const MOST_HOPS: usize = 16;

/// A path of names; a module path starts with the crate name.
type Names = Vec<String>;

/// A path that a module mentions.
#[derive(Clone, Debug)]
pub struct Mention {
    pub module: Names,
    pub path: Names,
    /// Whether it is in test-only code.
    pub in_test: bool,
}

#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    items: BTreeSet<String>,
    imports: Vec<(String, Names)>,
    globs: Vec<Names>,
}

/// What a path names: a module, or a definition in the file of a module.
enum Target {
    Module(Names),
    Definition(Names),
}

/// The modules of one or more crates and what they mention.
#[derive(Debug, Default)]
pub struct Tree {
    modules: BTreeMap<Names, Module>,
    mentions: Vec<Mention>,
}

impl Tree {
    /// Builds the tree of `crates`, each given by name and root path; `read` returns the text of a file.
    pub fn of(crates: &[(&str, &str)], read: &dyn Fn(&Path) -> Option<String>) -> Tree {
        let mut tree = Tree::default();
        for (name, root) in crates {
            let root = Path::new(root);
            let folder = root.parent().expect("a crate's root is a file").to_owned();
            tree.add(vec![(*name).to_owned()], root, &folder, false, read);
        }
        tree
    }

    /// Adds the module `name` and its children; `folder` holds the files of the children.
    fn add(
        &mut self,
        name: Names,
        file: &Path,
        folder: &Path,
        in_test: bool,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        let text = read(file).unwrap_or_else(|| panic!("{}: no such module", file.display()));
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.modules.insert(name.clone(), Module { file: file.to_owned(), ..Module::default() });
        let depth = name.len();
        let mut reader = Reader { tree: self, module: name, in_test, children: Vec::new() };
        reader.visit_file(&parsed);
        for (child, in_test) in reader.children {
            let base = folder.join(child[depth..].iter().collect::<PathBuf>());
            let (beside, within) = (base.with_extension("rs"), base.join("mod.rs"));
            let file = if read(&beside).is_some() { beside } else { within };
            self.add(child, &file, &base, in_test, read);
        }
    }

    /// Every path mentioned.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The file of a module.
    pub fn file(&self, module: &[String]) -> &Path {
        &self.modules[module].file
    }

    /// The module in front of everything that `mention` names, re-exports not followed: the longest
    /// prefix that is one.
    pub fn named_module(&self, mention: &Mention) -> Option<Names> {
        let (mut module, rest) = self.anchor(&mention.module, &mention.path)?;
        for name in rest {
            module.push(name.clone());
            if !self.modules.contains_key(&module) {
                module.pop();
                break;
            }
        }
        Some(module)
    }

    /// Every import between two files that needs no tests, with a path that shows it.
    pub fn imports(&self) -> BTreeMap<(&Path, &Path), String> {
        let mut found = BTreeMap::new();
        for mention in self.mentions.iter().filter(|mention| !mention.in_test) {
            if let Some(Target::Definition(module)) =
                self.resolve(&mention.module, &mention.path, MOST_HOPS)
            {
                let (from, to) = (self.file(&mention.module), self.file(&module));
                if from != to {
                    found.entry((from, to)).or_insert_with(|| mention.path.join("::"));
                }
            }
        }
        found
    }

    /// Where an absolute or relative path starts, and what is left of it; `None` if its first name
    /// is looked up in the scope of `module`.
    fn anchor<'a>(&self, module: &[String], path: &'a [String]) -> Option<(Names, &'a [String])> {
        let (mut start, mut rest) = match path.first()?.as_str() {
            "crate" => (module[..1].to_vec(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => (module.to_vec(), path),
            name if self.modules.contains_key([name.to_owned()].as_slice()) => {
                (vec![name.to_owned()], &path[1..])
            }
            _ => return None,
        };
        while rest.first().is_some_and(|name| name == "super") {
            start.pop();
            rest = &rest[1..];
        }
        Some((start, rest))
    }

    fn resolve(&self, module: &[String], path: &[String], hops: usize) -> Option<Target> {
        match self.anchor(module, path) {
            Some((start, rest)) => self.walk(&start, rest, hops),
            None if self.is_in_scope(module, path.first()?) => self.walk(module, path, hops),
            None => None,
        }
    }

    fn is_in_scope(&self, module: &[String], name: &str) -> bool {
        let Some(scope) = self.modules.get(module) else {
            return false;
        };
        scope.items.contains(name)
            || scope.imports.iter().any(|(import, _)| import == name)
            || self.modules.contains_key(&child(module, name))
    }

    /// Follows `path` from the module `start`.
    fn walk(&self, start: &[String], path: &[String], hops: usize) -> Option<Target> {
        let hops = hops.checked_sub(1)?;
        let Some((name, rest)) = path.split_first() else {
            return Some(Target::Module(start.to_vec()));
        };
        let scope = self.modules.get(start)?;
        let inner = child(start, name);
        if self.modules.contains_key(&inner) && !(rest.is_empty() && scope.items.contains(name)) {
            return self.walk(&inner, rest, hops);
        }
        if scope.items.contains(name) {
            return Some(Target::Definition(start.to_vec()));
        }
        if let Some((_, import)) = scope.imports.iter().find(|(import, _)| import == name) {
            return match self.resolve(start, import, hops)? {
                Target::Module(module) => self.walk(&module, rest, hops),
                definition => Some(definition),
            };
        }
        for glob in &scope.globs {
            if let Some(Target::Module(module)) = self.resolve(start, glob, hops)
                && self.is_in_scope(&module, name)
            {
                return self.walk(&module, path, hops);
            }
        }
        Some(Target::Definition(start.to_vec()))
    }
}

fn child(module: &[String], name: &str) -> Names {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Groups of files that import each other, directly or through others. Each is sorted.
pub fn circles<'a>(imports: impl Iterator<Item = (&'a Path, &'a Path)>) -> Vec<Vec<&'a Path>> {
    let mut next: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    for (from, to) in imports {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&Path, BTreeSet<&Path>> =
        next.keys().map(|&file| (file, reachable(file, &next))).collect();
    let mut found: BTreeSet<Vec<&Path>> = BTreeSet::new();
    for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
        let mutual = |other: &&Path| reached.get(other).is_some_and(|back| back.contains(file));
        found.insert(others.iter().copied().filter(mutual).collect());
    }
    found.into_iter().collect()
}

fn reachable<'a>(
    from: &'a Path,
    next: &BTreeMap<&'a Path, BTreeSet<&'a Path>>,
) -> BTreeSet<&'a Path> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        let new = next.get(file).into_iter().flatten().filter(|&&other| seen.insert(other));
        open.extend(new);
    }
    seen
}

/// Reads one file into the tree.
struct Reader<'a> {
    tree: &'a mut Tree,
    module: Names,
    in_test: bool,
    /// Modules in files of their own, and whether only tests compile them.
    children: Vec<(Names, bool)>,
}

impl Reader<'_> {
    fn mention(&mut self, path: Names) {
        let (module, in_test) = (self.module.clone(), self.in_test);
        self.tree.mentions.push(Mention { module, path, in_test });
    }

    fn scope(&mut self) -> &mut Module {
        self.tree.modules.get_mut(&self.module).expect("a module is added before it is read")
    }

    fn import(&mut self, tree: &UseTree, prefix: &[String]) {
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &child(prefix, &path.ident.to_string())),
            UseTree::Name(name) if name.ident == "self" => {
                let bound = prefix.last().cloned().unwrap_or_default();
                self.bind(bound, prefix.to_vec());
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.bind(name.clone(), child(prefix, &name));
            }
            UseTree::Rename(rename) if rename.ident == "self" => {
                self.bind(rename.rename.to_string(), prefix.to_vec());
            }
            UseTree::Rename(rename) => {
                let path = child(prefix, &rename.ident.to_string());
                self.bind(rename.rename.to_string(), path);
            }
            UseTree::Glob(_) => {
                self.scope().globs.push(prefix.to_vec());
                self.mention(child(prefix, "*"));
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, prefix)),
        }
    }

    fn bind(&mut self, name: String, path: Names) {
        self.scope().imports.push((name, path.clone()));
        self.mention(path);
    }

    /// Adds every path in `tokens`.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Names = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Ident(name) => {
                    self.flush(&mut path);
                    path.push(name.to_string());
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.flush(&mut path);
                    self.read_tokens(group.stream());
                }
                _ => self.flush(&mut path),
            }
            colons = 0;
        }
        self.flush(&mut path);
    }

    fn flush(&mut self, path: &mut Names) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.mention(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = attributes_and_name(item);
        let before = self.in_test;
        self.in_test |= attributes.iter().any(is_test_only);
        self.scope().items.extend(name);
        visit::visit_item(self, item);
        self.in_test = before;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let name = child(&self.module, &item.ident.to_string());
        match &item.content {
            None => self.children.push((name, self.in_test)),
            Some((_, items)) => {
                let file = self.scope().file.clone();
                self.tree.modules.insert(name.clone(), Module { file, ..Module::default() });
                let outer = std::mem::replace(&mut self.module, name);
                items.iter().for_each(|item| self.visit_item(item));
                self.module = outer;
            }
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let before = self.in_test;
        self.in_test |= item.attrs.iter().any(is_test_only);
        visit::visit_impl_item_fn(self, item);
        self.in_test = before;
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.mention(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// `pub(in crate::a)` imports nothing.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.read_tokens(call.tokens.clone());
    }
}

/// Whether this is `#[cfg(test)]` or a condition that requires `test`.
fn is_test_only(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.meta.require_list().is_ok_and(|list| {
            let mut words = list.tokens.clone().into_iter();
            match words.next() {
                Some(TokenTree::Ident(word)) if word == "all" => {
                    matches!(words.next(), Some(TokenTree::Group(group))
                        if group.stream().into_iter().any(|word| word.to_string() == "test"))
                }
                Some(word) => word.to_string() == "test",
                None => false,
            }
        })
}

/// The attributes of an item, and its name if paths can name it. Modules are found as such.
fn attributes_and_name(item: &Item) -> (&[Attribute], Option<String>) {
    let (attributes, name) = match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Impl(item) => (&item.attrs, None),
        Item::Mod(item) => (&item.attrs, None),
        Item::Use(item) => (&item.attrs, None),
        _ => return (&[], None),
    };
    (attributes, name.map(ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate `it` with these files.
    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        let read = |path: &Path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            file.map(|(_, text)| (*text).to_owned())
        };
        let tree = Tree::of(&[("it", "src/lib.rs")], &read);
        let imports = tree.imports();
        let name = |file: &&Path| {
            let inside = file.strip_prefix("src").unwrap();
            inside.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/")
        };
        circles(imports.into_keys())
            .iter()
            .map(|circle| circle.iter().map(name).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn a_circle_of_three_files_is_found() {
        let files = [
            ("src/lib.rs", "mod a; mod b; mod c; mod d;"),
            ("src/a.rs", "use crate::b::B; pub struct A;"),
            ("src/b.rs", "use super::{c::C, d}; pub struct B;"),
            ("src/c.rs", "pub struct C; fn f() -> Vec<A> { vec![crate::a::A] }"),
            ("src/d.rs", "use crate::a::A; use crate::b::B; use crate::c;"),
        ];
        assert_eq!(circles_of(&files), ["a.rs b.rs c.rs"]);
    }

    #[test]
    fn re_exports_and_modules_are_followed_to_the_definition() {
        let files = [
            ("src/lib.rs", "mod room; mod other;"),
            ("src/room/mod.rs", "mod x; mod y; pub use x::X as Renamed; pub fn local() {}"),
            ("src/room/x.rs", "pub struct X; fn f() { super::super::other::g() }"),
            ("src/room/y.rs", "use super::local;"),
            ("src/other.rs", "use crate::room; pub fn g() { room::Renamed; }"),
        ];
        assert_eq!(circles_of(&files), ["other.rs room/x.rs"]);
    }

    #[test]
    fn a_circle_through_the_module_above_is_found() {
        let files = [
            ("src/lib.rs", "mod room;"),
            ("src/room/mod.rs", "mod x; mod y; pub const N: u8 = 0; fn f() { x::f() }"),
            ("src/room/x.rs", "mod deep; pub fn f() -> u8 { deep::M }"),
            ("src/room/x/deep.rs", "pub const M: u8 = crate::room::N;"),
            ("src/room/y.rs", "use super::N;"),
        ];
        assert_eq!(circles_of(&files), ["room/mod.rs room/x/deep.rs room/x.rs"]);
    }

    #[test]
    fn a_visibility_is_no_mention() {
        let text = "mod a { pub(in crate::a) fn f() -> u8 { crate::N } } pub const N: u8 = 0;";
        let tree = Tree::of(&[("it", "src/lib.rs")], &|_| Some(text.to_owned()));
        let paths: Vec<String> =
            tree.mentions().iter().map(|mention| mention.path.join("::")).collect();
        assert_eq!(paths, ["crate::N"]);
    }

    #[test]
    fn test_only_imports_make_no_circle() {
        let files = [
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "use crate::b::B; pub struct A; #[cfg(test)] mod tests;"),
            ("src/a/tests.rs", "use crate::b::B;"),
            (
                "src/b.rs",
                "pub struct B; #[cfg(test)] use crate::a::A; \
                 impl B { #[cfg(test)] fn g() { crate::a::A; } } \
                 #[cfg(all(test, unix))] mod tests { use crate::a::A; }",
            ),
        ];
        assert_eq!(circles_of(&files), [""; 0]);
    }
}
