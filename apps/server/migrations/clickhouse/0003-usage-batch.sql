-- Which batch a row is of, in a form that never comes again; all zeros for rows from before this was kept.
ALTER TABLE usage_record {{ON_CLUSTER}} ADD COLUMN IF NOT EXISTS batch_id UUID DEFAULT '00000000-0000-0000-0000-000000000000'
  COMMENT 'the identity of the batch: a number can be given twice when the other database was restored' AFTER batch_no;
