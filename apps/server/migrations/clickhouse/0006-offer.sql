-- A rated row tells the private offer whose price or tiers it was charged by.
ALTER TABLE purchase {{ON_CLUSTER}} ADD COLUMN IF NOT EXISTS
  offer_id LowCardinality(String) DEFAULT '' COMMENT 'the private offer whose price or tiers decided zhekou and amount; empty where none did';
