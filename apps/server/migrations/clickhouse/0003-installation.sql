-- The epoch of the installation, as PostgreSQL has it. The latest row counts.
CREATE TABLE IF NOT EXISTS installation {{ON_CLUSTER}} (
  epoch String,
  begun_at DateTime64(3, 'UTC')
) ENGINE = {{ENGINE_PREFIX}}MergeTree
ORDER BY begun_at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
