#!/usr/bin/env bash
# Installs what the skills and the sandbox need on Debian or Ubuntu: the packages of packages.txt, and the Python programs
# of requirements.txt in an environment of their own. What is there already stays as it is: run it as often as you like.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Commands in the sandbox see /usr and /opt/skillrun, so this is made with the Python of /usr and not with a user's own.
environment=/opt/skillrun/python
export DEBIAN_FRONTEND=noninteractive

say() { printf '[install] %s\n' "$*"; }
fail() {
  say "$*" >&2
  exit 1
}

retry() {
  local attempt
  for attempt in 1 2 3; do
    "$@" </dev/null && return
    say "attempt $attempt of 3 failed: $*"
    sleep $((attempt * 5))
  done
  return 1
}

missing_packages() {
  local package
  while read -r package _; do
    [[ -z $package || $package == '#'* ]] && continue
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done <"$here/packages.txt"
}

command -v apt-get >/dev/null || fail "this is for Debian and Ubuntu; elsewhere install what packages.txt and requirements.txt name [folder=$here]"
[[ $(id -u) == 0 ]] || fail "packages can only be installed as root: sudo ${BASH_SOURCE[0]}"

mapfile -t missing < <(missing_packages)
if ((${#missing[@]} == 0)); then
  say 'all Debian packages are there'
else
  say "installing Debian packages: ${missing[*]}"
  retry apt-get update -qq || fail 'apt-get update did not work: is the network there, and are the sources right?'
  retry apt-get install --yes --quiet --no-install-recommends "${missing[@]}" || fail "apt-get install did not work"
fi

say "Python programs in $environment"
[[ -x $environment/bin/pip ]] || /usr/bin/python3 -m venv "$environment"
retry "$environment/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
  --requirement "$here/requirements.txt" || fail 'pip install did not work'

say 'done'
