#!/bin/sh
# Makes the secrets of docker-compose.yml once, at random, in `secrets/`; what is there already is kept.
# The folder is for you alone; the files in it are readable for whoever a container runs as, and who can see into the
# folder.
set -eu
# Letters are those of ASCII, and a character is a byte.
export LC_ALL=C
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 444 "secrets/$1"
}

# A password as it stands in a URL. One that was put there by hand may hold what has a meaning in URLs: every byte of it is
# then percent-encoded.
in_url() {
  password=$(cat "secrets/$1")
  case $password in
    *[!A-Za-z0-9]*) password=$(printf '%s' "$password" | od -An -v -tx1 | tr -d '\n' | sed 's/  */%/g; s/%$//') ;;
  esac
  printf '%s' "$password"
}

keep postgres_password "$(random)"
keep temporal_password "$(random)"
keep truetally_password "$(random)"
keep clickhouse_password "$(random)"
keep database_url "postgres://truetally:$(in_url truetally_password)@postgres:5432/truetally"
keep clickhouse_url "http://truetally:$(in_url clickhouse_password)@clickhouse:8123/truetally"
keep seal_key "$(random)"
keep payload_keys "$(date -u +%Y-%m-%d):$(head -c 32 /dev/urandom | base64)"
keep codec_password "$(random)"
keep grafana_password "$(random)"
echo "secrets/ holds the secrets of this installation: keep a copy of it apart from its backups."
