-- What waits is asked each minute and at each scrape, of tables that only grow.
create index usage_batch_set_aside on usage_batch (set_aside_at) where set_aside_at is not null;
create index statement_disputed on statement (signed_at) where confirm_state = 'manualProcessing';
create index marketplace_hour_to_decide on marketplace_hour (ended_at) where in_doubt and decision is null;
create index message_outbox_given_up on message_outbox (at) where next_try_at is null and failure is not null;
-- Where nobody carries messages they are all kept for a month.
create index message_outbox_kept on message_outbox (at) where next_try_at is null;
