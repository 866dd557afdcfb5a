#!/bin/sh
# Creates random secrets for docker-compose.yml in `secrets/`. Existing secrets do not change.
# Only you can open the folder. Every account can read the files in it, because Docker mounts them into containers with
# different accounts.
set -eu
# With this locale, character ranges contain only ASCII letters, and a character is a byte.
export LC_ALL=C
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 444 "secrets/$1"
}

# Prints a password in the form that URLs need. A password that you set by hand may contain characters with a meaning in
# URLs. Then every byte is percent-encoded.
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
echo "secrets/ contains the secrets of this installation. Keep a copy of it apart from the backups."
