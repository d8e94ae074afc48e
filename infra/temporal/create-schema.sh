#!/bin/sh
# Creates Temporal's two databases in PostgreSQL and brings their schemas up to date; again is no harm. For an image of
# temporalio/admin-tools, whose tool holds the schemas of its version. SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD say where.
set -eu

create_schema() {
  database=$1 schema=$2
  temporal-sql-tool --plugin postgres12 --database "$database" create-database
  temporal-sql-tool --plugin postgres12 --database "$database" setup-schema --version 0.0
  temporal-sql-tool --plugin postgres12 --database "$database" update-schema --schema-name "postgresql/v12/$schema"
}

create_schema temporal temporal
create_schema temporal_visibility visibility
