-- Rated rows. PostgreSQL keeps the one live run_no of each contract and billing day, and readers filter by it. So a day is
-- replaced atomically: rows are written under a new run_no, and then it becomes live. They are on disk before that, since
-- signed months stand on them.
CREATE TABLE IF NOT EXISTS purchase {{ON_CLUSTER}} (
  contract_id LowCardinality(String),
  run_no UInt64,
  bill_at DateTime('UTC'),
  start_at DateTime('UTC'),
  end_at DateTime('UTC'),
  datacloud_id LowCardinality(String),
  datacloud_name LowCardinality(String),
  cloud_provider LowCardinality(String),
  region LowCardinality(String),
  edition LowCardinality(String),
  object_id LowCardinality(String),
  object_name LowCardinality(String),
  resource_kind LowCardinality(String),
  product LowCardinality(String),
  type LowCardinality(String),
  sub_type LowCardinality(String),
  billing_item LowCardinality(String),
  sku_no UInt32,
  consumption Decimal(38, 12),
  consumption_unit LowCardinality(String),
  unit_price Decimal(38, 12) COMMENT 'per consumption_unit, before zhekou',
  list_price Decimal(38, 12) COMMENT 'as quoted, a price_unit',
  price_unit LowCardinality(String),
  zhekou Decimal(18, 12) COMMENT 'price multiplier: 0.85 means pay 85 %; 1 when no contract-level discount applies',
  amount Decimal(38, 12) COMMENT 'consumption x unit price x zhekou, rounded once, half up; 0 when not chargeable',
  chargeable UInt8,
  source LowCardinality(String),
  usage_id String,
  adjustment UInt8 COMMENT '1: billed under a later hour than used, its own month was signed',
  slice_no UInt16 COMMENT 'tiers cut a usage into slices from 0 on, whose quantities and amounts add up; readers count usages by slice 0',
  tier_mode LowCardinality(String) COMMENT 'the kind of tiers that decided zhekou; empty if none did',
  offer_id LowCardinality(String) COMMENT 'the private offer whose price or tiers decided zhekou and amount; empty if none did'
) ENGINE = {{ENGINE_PREFIX}}MergeTree
PARTITION BY toYYYYMM(bill_at)
ORDER BY (contract_id, run_no, bill_at, usage_id)
SETTINGS fsync_after_insert = 1, min_rows_to_fsync_after_merge = 1, fsync_part_directory = 1;
-- The sums of the rows of each run, which are of one billing day, by everything that an analysis or a statement groups by.
-- They are written with the rows, before the run is live, and say the same to the last place.
CREATE TABLE IF NOT EXISTS rated_rollup {{ON_CLUSTER}} (
  contract_id LowCardinality(String),
  run_no UInt64,
  bill_at DateTime('UTC') COMMENT 'the first hour of the summed rows: tells their billing day',
  named_at DateTime('UTC') COMMENT 'the last hour of the summed rows, when the names were these',
  datacloud_id LowCardinality(String),
  datacloud_name LowCardinality(String),
  cloud_provider LowCardinality(String),
  region LowCardinality(String),
  edition LowCardinality(String),
  object_id LowCardinality(String),
  object_name LowCardinality(String),
  product LowCardinality(String),
  type LowCardinality(String),
  sub_type LowCardinality(String),
  billing_item LowCardinality(String),
  sku_no UInt32,
  consumption Decimal(38, 12),
  consumption_unit LowCardinality(String),
  unit_price Decimal(38, 12),
  list_price Decimal(38, 12),
  price_unit LowCardinality(String),
  zhekou Decimal(18, 12),
  amount Decimal(38, 12),
  is_zero UInt8 COMMENT '1: the rows have amount 0, not just their sum',
  rows UInt64 COMMENT 'usages, each counted once, however many slices it has',
  slices UInt64 COMMENT 'rated rows',
  adjustment UInt8,
  offer_id LowCardinality(String)
) ENGINE = {{ENGINE_PREFIX}}MergeTree
PARTITION BY toYYYYMM(bill_at)
ORDER BY (contract_id, run_no, sku_no)
SETTINGS fsync_after_insert = 1, min_rows_to_fsync_after_merge = 1, fsync_part_directory = 1;
