#!/bin/sh
# Writes every image of docker-compose.yml into `.env` with the digest that its tag has in its registry now: from then on the
# same bytes run, whatever is published under the tag. Run it again after an upgrade; look at what changes before you start.
set -eu
cd "$(dirname "$0")/.."
[ -f .env ] || { echo "There is no .env: cp .env.example .env" >&2; exit 1; }
pinned=$(mktemp)
trap 'rm -f "$pinned"' EXIT

# Our own image is built here, and has no digest in a registry.
sed -n "s/.*\${\([A-Z_]*_IMAGE\):-\([^}]*\)}.*/\1 \2/p" docker-compose.yml | grep -v '^TRUETALLY_IMAGE ' | sort -u |
  while read -r variable image; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}' </dev/null) || exit 1
    case $digest in
      sha256:*) echo "$variable=$image@$digest" ;;
      *) echo "There is no digest of $image: $digest" >&2; exit 1 ;;
    esac
  done >"$pinned"

# Nothing is written before every digest is known.
[ -s "$pinned" ]
settings=$(grep -v -f - .env <<END || true
$(sed 's/^\([A-Z_]*\)=.*/^\1=/' "$pinned")
END
)
printf '%s\n%s\n' "$settings" "$(cat "$pinned")" >.env
cat "$pinned"
