//! The public interface of the library is the one that `tests/data/public_api.txt` lists.
//!
//! The list is read from the source: the items that `src/lib.rs` re-exports, with their public fields,
//! variants, methods and traits.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::{
    Attribute, Fields, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct, Type, UseTree, Visibility,
};

/// Reads `src/lib.rs` and lists every item that it re-exports, one line for each and for its parts.
fn public_api() -> String {
    let mut exports = Vec::new();
    for item in parse(Path::new("lib.rs")).items {
        if let Item::Use(reexport) = item
            && is_public(&reexport.vis, &reexport.attrs)
        {
            names(&reexport.tree, &mut Vec::new(), &mut exports);
        }
    }
    exports.sort_by(|a, b| a.last().cmp(&b.last()));
    let mut list = String::new();
    for export in &exports {
        let (name, module) = export.split_last().unwrap();
        let file = parse(&file_of(module));
        let before = list.len();
        file.items.iter().for_each(|item| describe(item, name, &mut list));
        assert!(list.len() > before, "{} defines no {name}", module.join("::"));
    }
    list
}

fn parse(path: &Path) -> syn::File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
    syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The file of `module`, relative to `src`.
fn file_of(module: &[String]) -> PathBuf {
    let path: PathBuf = module.iter().collect();
    let beside = path.with_extension("rs");
    let exists = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&beside).exists();
    if exists { beside } else { path.join("mod.rs") }
}

/// Adds the paths that `tree` names, after `prefix`, to `found`.
fn names(tree: &UseTree, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            names(&path.tree, prefix, found);
            prefix.pop();
        }
        UseTree::Name(name) => found.push([&prefix[..], &[name.ident.to_string()]].concat()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, prefix, found)),
        UseTree::Rename(_) | UseTree::Glob(_) => panic!("list each public item by its own name"),
    }
}

/// Whether an item is public and documented.
fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    });
    matches!(visibility, Visibility::Public(_)) && !is_hidden
}

/// The source of `node` on one line.
fn source(node: &impl Spanned) -> String {
    let text = node.span().source_text().expect("the node was parsed from text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds the lines of `item` to `list` if it is, or implements, the item called `name`.
fn describe(item: &Item, name: &str, list: &mut String) {
    match item {
        Item::Struct(item) if item.ident == name => describe_struct(item, list),
        Item::Enum(item) if item.ident == name => describe_enum(item, list),
        Item::Impl(item) if is_type(&item.self_ty, name) => describe_impl(item, name, list),
        Item::Fn(item) if item.sig.ident == name => {
            writeln!(list, "{}", source(&item.sig)).unwrap();
        }
        Item::Const(item) if item.ident == name => {
            writeln!(list, "const {name}: {}", source(&item.ty)).unwrap();
        }
        _ => {}
    }
}

fn is_type(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

fn describe_struct(item: &ItemStruct, list: &mut String) {
    writeln!(list, "struct {}{}", item.ident, traits(&item.attrs)).unwrap();
    describe_fields(&item.ident.to_string(), &item.fields, false, list);
}

/// Adds the fields of `owner`. Those of a struct are listed if they are public, those of a variant always.
fn describe_fields(owner: &str, fields: &Fields, is_variant: bool, list: &mut String) {
    for (index, field) in fields.iter().enumerate() {
        if is_variant || is_public(&field.vis, &field.attrs) {
            let name = field.ident.as_ref().map_or(index.to_string(), ToString::to_string);
            writeln!(list, "    {owner}.{name}: {}", source(&field.ty)).unwrap();
        }
    }
}

fn describe_enum(item: &ItemEnum, list: &mut String) {
    writeln!(list, "enum {}{}", item.ident, traits(&item.attrs)).unwrap();
    for variant in &item.variants {
        let name = format!("{}::{}", item.ident, variant.ident);
        writeln!(list, "    {name}").unwrap();
        describe_fields(&name, &variant.fields, true, list);
    }
}

/// The derived traits, and whether other crates must expect more fields or variants.
fn traits(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if attribute.path().is_ident("derive") || attribute.path().is_ident("non_exhaustive") {
            write!(text, " {}", source(&attribute.meta)).unwrap();
        }
    }
    text
}

fn describe_impl(item: &ItemImpl, name: &str, list: &mut String) {
    if let Some((interface, _)) = &item.trait_ {
        writeln!(list, "    impl {} for {name}", source(interface)).unwrap();
        return;
    }
    for part in &item.items {
        match part {
            ImplItem::Fn(part) if is_public(&part.vis, &part.attrs) => {
                let signature = source(&part.sig);
                let (before, after) = signature.split_once("fn ").unwrap();
                writeln!(list, "    {before}fn {name}::{after}").unwrap();
            }
            ImplItem::Const(part) if is_public(&part.vis, &part.attrs) => {
                writeln!(list, "    const {name}::{}: {}", part.ident, source(&part.ty)).unwrap();
            }
            _ => {}
        }
    }
}

#[test]
fn the_public_interface_is_the_listed_one() {
    let (listed, found) = (include_str!("../data/public_api.txt"), public_api());
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("public_api.txt");
    fs::write(&copy, &found).unwrap();
    let gone: Vec<&str> =
        listed.lines().filter(|line| !found.lines().any(|l| l == *line)).collect();
    let new: Vec<&str> = found.lines().filter(|line| !listed.lines().any(|l| l == *line)).collect();
    assert!(
        listed == found,
        "the public interface has changed.\ngone: {gone:#?}\nnew: {new:#?}\nIf this is intended, bump the \
         version as semver requires and copy {} to tests/data.",
        copy.display()
    );
}
