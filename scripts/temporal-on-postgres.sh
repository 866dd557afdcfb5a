#!/bin/sh
# Runs a Temporal server on your own Postgres, without containers, for the integration suite by URL. The script needs
# psql and Go. Go builds the server from the Go module proxy into `.cache/` once, in about 20 minutes on one core.
#
#   PGHOST=127.0.0.1 PGPORT=5432 PGUSER=postgres PGPASSWORD=… sh scripts/temporal-on-postgres.sh [frontend port]
#
# The user needs the right to create databases. The script creates `temporal` and `temporal_visibility` if they are
# missing.
set -eu
cd "$(dirname "$0")/.."
VERSION=1.32.0
PORT=${1:-17233}
PROGRAMS=${TEMPORAL_PROGRAMS:-$PWD/.cache/temporal-server-$VERSION}

if [ ! -x "$PROGRAMS/temporal-sql-tool" ]; then
  SOURCES=$(mktemp -d)
  MODULE=$(go mod download -json "go.temporal.io/server@v$VERSION" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  cp -r "$MODULE/." "$SOURCES"
  chmod -R u+w "$SOURCES"
  mkdir -p "$PROGRAMS"
  (
    cd "$SOURCES"
    go build -buildvcs=false -o "$PROGRAMS/temporal-server" ./cmd/server
    go build -buildvcs=false -o "$PROGRAMS/temporal-sql-tool" ./cmd/tools/sql
    cp -r schema "$PROGRAMS/"
  )
  rm -rf "$SOURCES"
fi

for NAME in temporal temporal_visibility; do
  psql --dbname=postgres --tuples-only --command="SELECT 1 FROM pg_database WHERE datname = '$NAME'" | grep -q 1 ||
    psql --dbname=postgres --quiet --command="CREATE DATABASE $NAME"
done

export DB=postgres12 DB_PORT="$PGPORT" POSTGRES_SEEDS="$PGHOST" POSTGRES_USER="$PGUSER" POSTGRES_PWD="$PGPASSWORD"
PATH="$PROGRAMS:$PATH" SQL_PASSWORD="$PGPASSWORD" SCHEMA_FOLDER="$PROGRAMS/schema" sh deploy/temporal/migrate.sh

# All services run in one process, on adjacent ports.
export BIND_ON_IP=127.0.0.1 LOG_LEVEL=warn NUM_HISTORY_SHARDS=4 DYNAMIC_CONFIG_FILE_PATH="$PWD/deploy/temporal/dynamic-config.yaml"
export FRONTEND_GRPC_PORT="$PORT" FRONTEND_HTTP_PORT=$((PORT + 1)) FRONTEND_MEMBERSHIP_PORT=$((PORT + 2))
export MATCHING_GRPC_PORT=$((PORT + 3)) MATCHING_MEMBERSHIP_PORT=$((PORT + 4))
export HISTORY_GRPC_PORT=$((PORT + 5)) HISTORY_MEMBERSHIP_PORT=$((PORT + 6))
export WORKER_GRPC_PORT=$((PORT + 7)) WORKER_MEMBERSHIP_PORT=$((PORT + 8))
exec "$PROGRAMS/temporal-server" start
