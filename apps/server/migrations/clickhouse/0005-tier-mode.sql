-- A slice of a usage is told from a whole one: how many there are of it shows only in the others.
ALTER TABLE purchase {{ON_CLUSTER}} ADD COLUMN IF NOT EXISTS
  tier_mode LowCardinality(String) DEFAULT '' COMMENT 'by which kind of tiers zhekou came about; empty where none held';
