#!/bin/sh
# Makes the two databases of a Temporal server, and brings them to the version of the tools that run this. Reads SQL_*
# (temporalio/admin-tools).
set -eu
for name in temporal visibility; do
  database=temporal
  if [ "$name" = visibility ]; then database=temporal_visibility; fi
  # Both fail where they have been done before; if one fails otherwise, so does the last step.
  temporal-sql-tool --db "$database" create || true
  temporal-sql-tool --db "$database" setup-schema --version 0.0 || true
  temporal-sql-tool --db "$database" update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$name/versioned"
done
