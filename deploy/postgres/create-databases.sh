#!/bin/sh
# Creates roles and databases for Truetally and for Temporal. The Postgres image runs this script once, on an empty data
# folder.
set -eu

role() {
  psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
    --set=name="$1" --set=password="$(cat "/run/secrets/$1_password")" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
SQL
}

database() {
  psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=name="$1" --set=owner="$2" <<'SQL'
CREATE DATABASE :"name" OWNER :"owner";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
SQL
}

role truetally
role temporal
database truetally truetally
database temporal temporal
database temporal_visibility temporal
