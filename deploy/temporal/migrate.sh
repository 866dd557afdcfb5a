#!/bin/sh
# Creates or updates Temporal's tables before a server of the same version starts. You can repeat it safely.
set -eu
SQL_PASSWORD=${SQL_PASSWORD:-$(cat /run/secrets/temporal_password)}
export SQL_PASSWORD

schema() {
  temporal-sql-tool --plugin postgres12 --endpoint "$POSTGRES_SEEDS" --port "$DB_PORT" --user "$POSTGRES_USER" \
    --database "$1" setup-schema --version 0.0
  temporal-sql-tool --plugin postgres12 --endpoint "$POSTGRES_SEEDS" --port "$DB_PORT" --user "$POSTGRES_USER" \
    --database "$1" update-schema --schema-dir "${SCHEMA_FOLDER:-/etc/temporal/schema}/postgresql/v12/$2/versioned"
}

schema temporal temporal
schema temporal_visibility visibility
