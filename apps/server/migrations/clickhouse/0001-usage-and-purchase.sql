-- Metered usage, appended by ingest batch and never changed. The row names the batch of the other database that
-- admitted it, which is where "exactly once" is decided; here the deduplication window keeps a batch that is sent
-- again, after a lost reply, from being stored twice.
CREATE TABLE IF NOT EXISTS usage_record {{ON_CLUSTER}} (
  contract_id LowCardinality(String),
  batch_no UInt64 COMMENT 'the ingest batch that admitted the row',
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
SETTINGS fsync_after_insert = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000;

-- Rated rows. The other database says which one run_no is live for a contract and billing day, and every reader
-- filters by it: a day is replaced by writing rows under a fresh run_no and then switching, which is atomic.
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
  list_price Decimal(38, 12) COMMENT 'as quoted, a price_unit',
  price_unit LowCardinality(String),
  zhekou Decimal(18, 12) COMMENT 'price multiplier: 0.85 means pay 85 %; 1 when no contract-level discount applies',
  amount Decimal(38, 12) COMMENT 'consumption x unit price x zhekou, rounded once, half up; 0 when not chargeable',
  chargeable UInt8,
  source LowCardinality(String),
  usage_id String,
  adjustment UInt8 COMMENT '1: billed under a later hour than used, its own month was signed'
) ENGINE = {{ENGINE_PREFIX}}MergeTree
PARTITION BY toYYYYMM(bill_at)
ORDER BY (contract_id, run_no, bill_at, usage_id);
