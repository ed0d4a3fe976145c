#!/usr/bin/env bash
# Builds the release packages on Debian or Ubuntu. Installs what it needs: Debian packages by apt-get, Rust targets
# by rustup. The same source gives the same bytes, wherever it is built.
# Usage: scripts/release.sh [--target windows|linux|linux-arm64|all] [--out DIR]   (default: all, target/dist)
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: scripts/release.sh [--target windows|linux|linux-arm64|all] [--out DIR]" >&2
    exit 2
}

target=all
dist=target/dist
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
        --target) target=$2 ;;
        --out) dist=$2 ;;
        *) usage ;;
    esac
    shift 2
done
case $target in
    all) targets=(linux linux-arm64 windows) ;;
    windows | linux | linux-arm64) targets=("$target") ;;
    *) usage ;;
esac

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
# The time of every file in the packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022
expected_nodes=$(cat tests/data/bench.txt)
mkdir -p "$dist"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Installs the Debian package $2 unless the command $1 exists.
need() {
    command -v "$1" >/dev/null && return
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get install -y --no-install-recommends "$2"
}

# Builds for the Rust target $1, linked by $2 with the further flags $3; $4... are options of Cargo. The binary is
# then at $built.
build() {
    local triple=$1 linker=$2 flags=$3
    rustup target list --installed | grep -qx "$triple" || rustup target add "$triple"
    local variable=${triple^^}
    env "CARGO_TARGET_${variable//-/_}_LINKER=$linker" RUSTC_WRAPPER="$PWD/scripts/release/rustc.sh" \
        RUSTFLAGS="-C strip=symbols $flags" CARGO_INCREMENTAL=0 \
        cargo build --locked --release --bin tengen --target "$triple" --target-dir target/portable "${@:4}"
    built=target/portable/$triple/release/tengen
    [ "$triple" != x86_64-pc-windows-gnu ] || built+=.exe
}

# Fails unless "$@ bench" counts the nodes of this version.
check_bench() {
    local last
    last=$("$@" bench | tail -n 1)
    echo "$* bench: $last"
    [ "${last%% nodes*}" = "$expected_nodes" ] || {
        echo "expected $expected_nodes nodes" >&2
        exit 1
    }
}

# Man pages and completions, printed by the command "$@", in $work/extras.
extras() {
    rm -rf "$work/extras"
    mkdir -p "$work/extras/man" "$work/extras/completions"
    "$@" man "$work/extras/man"
    "$@" completions bash >"$work/extras/completions/tengen"
    "$@" completions zsh >"$work/extras/completions/_tengen"
    "$@" completions fish >"$work/extras/completions/tengen.fish"
}

# Gives every file under $1 the time of the release.
settle() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# An archive of $built with its documents, named after the architecture $1.
archive() {
    local name=tengen-$version-linux-$1 folder=$work/tengen-$version-linux-$1
    mkdir -p "$folder"
    install -m 755 "$built" "$folder/tengen"
    install -m 644 README.md protocol.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder"
    cp -r "$work/extras/man" "$work/extras/completions" "$folder"
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        -cf - "$name" | gzip -n9 >"$dist/$name.tar.gz"
}

# The size of the files under $1 in KiB. Sizes of folders depend on the file system.
installed_size() {
    find "$1" -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }'
}

# A Debian package of $built for the architecture $1.
debian() {
    local root=$work/debian-$1 share=$work/debian-$1/usr/share
    mkdir -p "$root/DEBIAN" "$share/man/man1" "$share/bash-completion/completions" \
        "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d" "$share/doc/tengen"
    install -D -m 755 "$built" "$root/usr/bin/tengen"
    install -m 644 "$work"/extras/man/*.1 "$share/man/man1"
    gzip -n9 "$share"/man/man1/*.1
    install -m 644 "$work/extras/completions/tengen" "$share/bash-completion/completions"
    install -m 644 "$work/extras/completions/_tengen" "$share/zsh/vendor-completions"
    install -m 644 "$work/extras/completions/tengen.fish" "$share/fish/vendor_completions.d"
    install -m 644 README.md protocol.md "$share/doc/tengen"
    gzip -n9 <CHANGELOG.md >"$share/doc/tengen/changelog.gz"
    {
        echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
        echo 'Files: *'
        echo 'Copyright: The authors of Tengen'
        echo 'License: Expat or Apache-2.0'
        sed 's/^$/./; s/^/ /' LICENSE-MIT
        echo ' .'
        echo ' The Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.'
    } >"$share/doc/tengen/copyright"
    cat >"$root/DEBIAN/control" <<CONTROL
Package: tengen
Version: $version
Architecture: $1
Section: games
Priority: optional
Installed-Size: $(installed_size "$root/usr")
Maintainer: The authors of Tengen <tengen@localhost>
Description: engine for Gomoku (freestyle, standard, renju, caro) and Othello
 Tengen plays in the terminal and speaks the protocols of Gomocup and Piskvork,
 GTP and NBoard. It also runs matches, solves endgames, checks other engines and
 learns its weights from self-play.
CONTROL
    settle "$root"
    dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/tengen_${version}_$1.deb" >/dev/null
}

linux() {
    build x86_64-unknown-linux-musl cc ''
    for cpu in baseline avx2 avx512; do
        check_bench env TENGEN_CPU=$cpu "$built"
    done
    extras "$built"
    archive x86_64
    debian amd64
}

# The program runs under qemu, because this machine has another architecture.
linux-arm64() {
    need qemu-aarch64-static qemu-user-static
    build aarch64-unknown-linux-musl rust-lld ''
    check_bench qemu-aarch64-static "$built"
    extras qemu-aarch64-static "$built"
    archive aarch64
    debian arm64
}

# Piskvork requires the prefix pbrain-, and 64 in the name of a 64-bit program. Windows lacks the libraries of mingw,
# so they are linked statically. scripts/test_windows.sh runs the program.
windows() {
    need x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64-posix
    need zip zip
    need advzip advancecomp
    local flags='-C target-feature=+crt-static -C link-arg=-Wl,--no-insert-timestamp'
    build x86_64-pc-windows-gnu x86_64-w64-mingw32-gcc-posix "$flags"
    install -m 755 "$built" "$dist/pbrain-tengen64.exe"
    # Gomocup limits the size of the archive; nobody draws pictures or plays Othello there, or lacks AVX2.
    build x86_64-pc-windows-gnu x86_64-w64-mingw32-gcc-posix "$flags -C target-cpu=x86-64-v3" --no-default-features
    install -D -m 755 "$built" "$work/gomocup/pbrain-tengen64.exe"
    settle "$work/gomocup"
    local zip=$PWD/$dist/tengen-$version-gomocup.zip
    case $dist in /*) zip=$dist/tengen-$version-gomocup.zip ;; esac
    rm -f "$zip"
    (cd "$work/gomocup" && zip -q -X -9 "$zip" pbrain-tengen64.exe)
    advzip -q -z -3 "$zip"
    local size limit=8000000
    size=$(stat -c %s "$zip")
    [ "$size" -le $limit ] || {
        echo "$zip has $size bytes (Gomocup allows $limit)" >&2
        exit 1
    }
}

for target in "${targets[@]}"; do
    "$target"
done
cd "$dist"
# Leaves out packages of other versions that are still there.
shopt -s nullglob
sha256sum -- pbrain-*.exe "tengen-$version"-* "tengen_${version}"_* >SHA256SUMS
cat SHA256SUMS
