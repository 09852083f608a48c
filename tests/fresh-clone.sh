#!/usr/bin/env bash
# Proves that `npm start` on a fresh clone does all set-up, serves, stops cleanly, and comes up again after kill -9.
# Usage: tests/fresh-clone.sh [--cold]   (--cold also hides the caches, so that the Temporal server is built anew)
set -euo pipefail
source_repo=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d /var/tmp/chalan-fresh-XXXXXX)
chmod 755 "$work"
log="$work/start.log"
first_start_seconds_max=360
later_start_seconds_max=15
pid=

# Every process whose command line or working directory is in our clone or data directory.
leftovers() {
  for entry in /proc/[0-9]*; do
    command=$({ tr '\0' ' ' < "$entry/cmdline"; } 2> /dev/null || true)
    case "$command" in *"$work/data"* | *"$work/clone"*) echo "${entry#/proc/} $command" ;; esac
    case "$(readlink "$entry/cwd" 2> /dev/null)" in "$work"/clone*) [ "${entry#/proc/}" = "$$" ] || echo "${entry#/proc/} $command" ;; esac
  done | sort -u | grep -v 'fresh-clone.sh' || true
}

finish() {
  if [ -n "$pid" ] && kill -0 "$pid" 2> /dev/null; then kill -TERM "$pid"; wait "$pid" 2> /dev/null || true; fi
  # A start that was given up still ends its parts.
  for _ in $(seq 50); do [ -z "$(leftovers)" ] && break; sleep 0.2; done
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $1"; tail -n 40 "$log" || true; exit 1; }

git clone -q "$source_repo" "$work/clone"
# Only what was started runs inside the clone.
cd /
if [ "${1:-}" = "--cold" ]; then export XDG_CACHE_HOME="$work/cache"; fi
export CHALAN_DATA="$work/data"

start() { # seconds allowed
  local begun=$SECONDS
  : > "$log"
  (cd "$work/clone" && exec npm start > "$log" 2>&1) &
  pid=$!
  until grep -q 'Chalan is running' "$log"; do
    kill -0 "$pid" 2> /dev/null || fail "npm start ended"
    [ $((SECONDS - begun)) -lt "$1" ] || fail "not running after $1 s"
    sleep 0.2
  done
  app=$(sed -n 's/^  App  *//p' "$log")
  curl -fsS "$app/api/health" > /dev/null || fail "the health check does not answer"
  echo "started in $((SECONDS - begun)) s at $app"
}

sign_in() {
  curl -fsS -X POST "$app/api/auth/login" -H 'content-type: application/json' \
    -d '{"email":"demo@chalan.test","password":"demo1234"}' | grep -q '"success":true' || fail "the demo customer can't sign in"
}

start "$first_start_seconds_max"
sign_in
kill -TERM "$pid"
wait "$pid" || true
for _ in $(seq 50); do [ -z "$(leftovers)" ] && break; sleep 0.2; done
[ -z "$(leftovers)" ] || fail "processes are left after SIGTERM: $(leftovers)"
echo "stopped; no process is left"

start "$later_start_seconds_max"
sign_in
leftovers | while read -r process _; do kill -9 "$process" 2> /dev/null || true; done
wait "$pid" 2> /dev/null || true
start "$later_start_seconds_max"
sign_in
echo "up again after kill -9, with its data"
