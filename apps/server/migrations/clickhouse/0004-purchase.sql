-- A usage that is cut at the bounds of tiers is several rows; whoever counts usages counts those of slice 0.
ALTER TABLE purchase {{ON_CLUSTER}} ADD COLUMN IF NOT EXISTS
  slice_no UInt16 DEFAULT 0 COMMENT 'which slice of the usage; every usage has a slice 0, and quantities and amounts of slices add up';

-- Rated rows are on disk before they count, like the usage that they are made of: a signed month stands on them.
ALTER TABLE purchase {{ON_CLUSTER}} MODIFY SETTING
  fsync_after_insert = 1, min_rows_to_fsync_after_merge = 1, fsync_part_directory = 1;
