-- What passing prices and disputes that have ended leave behind.

-- Which prices pass: an open one was there when they came, and it goes on where they end.
alter table price add column passing boolean not null default false;
-- Of those from before it is certain where something goes on right after them.
update price set passing = true
  from price going
  where going.goes_on and going.sku_id = price.sku_id and going.currency = price.currency
    and going.contract_id is not distinct from price.contract_id
    and going.effective_from = price.effective_to and not price.ended_by_next;
alter table price
  add constraint price_that_passes_has_an_end check (not passing or (effective_to is not null and not ended_by_next));
comment on column price.passing is 'It came while a version without an end held, which goes on after it: also when what began there instead is deleted.';

-- What a dispute hid: the episode that its statement was overdue in goes on until somebody has paid it.
alter table statement add column hidden_at timestamptz;
comment on column statement.hidden_at is 'When a dispute, which has ended since, last hid that it was overdue; ending one moves it to a later day.';
-- Until now an episode that stood still went on until all was paid that is not in dispute. Nothing else of a statement changes,
-- and one that people have to mend must not keep an installation from starting.
alter table statement disable trigger user;
update statement set hidden_at = stopped_at
  from account_episode episode
  where episode.contract_id = statement.contract_id and episode.ended_at is null and episode.stopped_at is not null
    and statement.confirm_state <> 'manualProcessing' and statement.undeducted > 0;
alter table statement enable trigger user;
