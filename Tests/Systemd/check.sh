# The beginning of every file of tests here: the ways to check something and to wait for something.
set -u
status=0
trap 'exit $status' EXIT
export SYSTEMD_PAGER= SYSTEMD_COLORS=0

check() { # NAME COMMAND...: ok when the command succeeds; what it said is shown when not
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    echo "ok - $name"
  else
    status=1
    printf 'not ok - %s: %s\n%s\n' "$name" "$*" "$(tail -n 30 <<<"$said")"
  fi
}

eventually() { # COMMAND...: succeeds as soon as the command does, at most 15 s from now; shows what it said last
  local deadline=$((SECONDS + 15)) said
  until said=$("$@" 2>&1); do
    if [ "$SECONDS" -ge "$deadline" ]; then
      printf '%s\n' "$said"
      return 1
    fi
    sleep 0.05
  done
}

says() { # TEXT COMMAND...: whether what the command says has the text in it, whatever its status
  local text=$1 said
  shift
  said=$("$@" 2>&1)
  printf '%s\n' "$said"
  grep -qF -e "$text" <<<"$said"
}

fails() { # COMMAND...: whether it fails
  ! "$@"
}

property() { # UNIT NAME: one property of a unit
  systemctl show -P "$2" "$1"
}

state() { # ID: what an app is
  roostctl status "$1" --json | sed -n 's/.*"state" *: *"\([a-zA-Z]*\)".*/\1/p' | head -n 1
}

pid() { # ID: an app's process
  roostctl status "$1" --json | sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p' | head -n 1
}
