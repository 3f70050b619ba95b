# What every file of tests here begins with: how something is checked and how something is waited for.
set -u
status=0
trap 'exit $status' EXIT

check() { # NAME COMMAND...: ok when the command succeeds; what it said is shown when not
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    echo "ok - $name"
  else
    status=1
    printf 'not ok - %s: %s\n%s\n' "$name" "$*" "$said"
  fi
}

eventually() { # COMMAND...: succeeds as soon as the command does, at most 15 s from now
  local deadline=$((SECONDS + 15))
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.05
  done
}

says() { # TEXT COMMAND...: whether what the command says has the text in it
  local text=$1
  shift
  "$@" 2>&1 | grep -F -e "$text" || { "$@" 2>&1; false; }
}

fails() { # COMMAND...: whether it fails
  ! "$@"
}
