#!/bin/sh
# Installs testctl as one program, which needs no Node: install.sh VERSION FOLDER
# Downloads it from the release of that version, or from TESTCTL_RELEASES, and refuses it if its SHA-256 sum is not the published one.
# DECISIONS 125
set -eu
version=${1:?which version? install.sh VERSION FOLDER}
folder=${2:?into which folder? install.sh VERSION FOLDER}
releases=${TESTCTL_RELEASES:-https://github.com/testctl/testctl/releases/download}

system=$(uname -s)
machine=$(uname -m)
case $machine in
x86_64 | amd64) arch=x64 ;;
aarch64 | arm64) arch=arm64 ;;
*) arch=$machine ;;
esac
suffix=
case $system in
Linux)
  os=linux
  if [ -e /etc/alpine-release ]; then suffix=-musl; fi
  ;;
Darwin) os=macos ;;
MINGW* | MSYS* | CYGWIN*) os=windows suffix=.exe ;;
*) os=$system ;;
esac
file=testctl-$os-$arch$suffix

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fetch() { curl --fail --silent --show-error --location --retry 3 --output "$scratch/$1" "$releases/v$version/$1"; }
fetch SHA256SUMS
if ! grep -E " [ *]?$file\$" "$scratch/SHA256SUMS" >"$scratch/sum"; then
  echo "error: testctl $version has no program for $system on $machine" >&2
  echo "  with Node 20.18.1 or later: npm install --global testctl@$version" >&2
  exit 2
fi
fetch "$file"
cd "$scratch"
if command -v sha256sum >/dev/null; then sum() { sha256sum "$@"; }; else sum() { shasum -a 256 "$@"; }; fi
if ! sum -c sum >/dev/null 2>&1; then
  echo "error: $file is not what was published: its SHA-256 sum differs" >&2
  echo "  download it again; if that does not help, do not use it" >&2
  exit 2
fi
cd "$OLDPWD"
mkdir -p "$folder"
case $suffix in .exe) name=testctl.exe ;; *) name=testctl ;; esac
chmod 755 "$scratch/$file"
mv -f "$scratch/$file" "$folder/$name"
