# Two hundred kills of the daemon at random moments, while its apps change state all the time.
. /roost/Tests/Systemd/check.sh

check "200 random kills lose no app, no exit record and no acknowledged change" \
  python3 /roost/Tests/Systemd/kills.py 200
