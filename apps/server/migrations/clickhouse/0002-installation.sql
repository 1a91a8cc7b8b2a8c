-- The life that the installation is in, as the other database tells it; the latest row counts.
CREATE TABLE IF NOT EXISTS installation {{ON_CLUSTER}} (
  epoch String,
  begun_at DateTime64(3, 'UTC')
) ENGINE = {{ENGINE_PREFIX}}MergeTree
ORDER BY begun_at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The name of a part is on disk, and not only what is in it, before its batch is forgotten elsewhere.
ALTER TABLE usage_record {{ON_CLUSTER}} MODIFY SETTING fsync_part_directory = 1;
