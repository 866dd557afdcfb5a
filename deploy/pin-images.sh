#!/bin/sh
# Writes every image of docker-compose.yml into `.env`, with the current digest of its tag in its registry. A pinned
# image stays the same when its tag moves. Run this script again after an upgrade, and check the changes before you
# start the system.
set -eu
cd "$(dirname "$0")/.."
[ -f .env ] || { echo ".env does not exist. Create it: cp .env.example .env" >&2; exit 1; }
pinned=$(mktemp)
trap 'rm -f "$pinned"' EXIT

# Compose builds our image on this machine, so the image has no digest in a registry.
sed -n "s/.*\${\([A-Z_]*_IMAGE\):-\([^}]*\)}.*/\1 \2/p" docker-compose.yml | grep -v '^TRUETALLY_IMAGE ' | sort -u |
  while read -r variable image; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}' </dev/null) || exit 1
    case $digest in
      sha256:*) echo "$variable=$image@$digest" ;;
      *) echo "The registry returned no digest of $image: $digest" >&2; exit 1 ;;
    esac
  done >"$pinned"

# The script writes .env only after it has every digest.
[ -s "$pinned" ]
settings=$(grep -v -f - .env <<END || true
$(sed 's/^\([A-Z_]*\)=.*/^\1=/' "$pinned")
END
)
printf '%s\n%s\n' "$settings" "$(cat "$pinned")" >.env
cat "$pinned"
