-- Metered usage, appended in batches and never changed. PostgreSQL admits each record exactly once, and a row names its
-- batch there. The deduplication window keeps a batch that is inserted again, after a lost reply, from being stored twice.
-- Rows and the names of their parts are on disk before PostgreSQL drops the batch's payload.
CREATE TABLE IF NOT EXISTS usage_record {{ON_CLUSTER}} (
  contract_id LowCardinality(String),
  batch_no UInt64 COMMENT 'the batch that admitted the row',
  batch_id UUID COMMENT 'identifies the batch: its number can be given again after a restore of PostgreSQL',
  source LowCardinality(String),
  usage_id String COMMENT 'unique for ever within its source',
  datacloud_id LowCardinality(String),
  datacloud_name LowCardinality(String),
  object_id LowCardinality(String),
  object_name LowCardinality(String),
  resource_kind LowCardinality(String),
  sku_no UInt32 COMMENT 'resolved at ingest; unknown SKUs never get here',
  quantity Decimal(38, 12),
  start_at DateTime('UTC') COMMENT 'the price of this instant applies',
  end_at DateTime('UTC') COMMENT 'exclusive',
  bill_at DateTime('UTC') COMMENT 'the hour it is billed under: the start hour, or the hour of ingest when the month of the start was signed already',
  chargeable UInt8 COMMENT '0 is listed with amount 0',
  INDEX batch batch_no TYPE minmax GRANULARITY 1
) ENGINE = {{ENGINE_PREFIX}}MergeTree
PARTITION BY toYYYYMM(bill_at)
ORDER BY (contract_id, bill_at, usage_id)
SETTINGS fsync_after_insert = 1, min_rows_to_fsync_after_merge = 1, fsync_part_directory = 1,
  non_replicated_deduplication_window = 1000;
