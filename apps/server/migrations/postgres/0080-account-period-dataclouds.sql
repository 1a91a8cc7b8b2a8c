-- Data clouds follow the account period: suspension pauses them, destruction deletes them, a cure has them run again.

alter table account_period
  add column service text not null default 'running' check (service in ('running','paused','deleted')),
  add column follow_at timestamptz;
comment on column account_period.service is 'What the period asks of the contract''s data clouds.';
comment on column account_period.follow_at is 'When data clouds that do not fit are asked again; null once all of them fit.';
create index account_period_to_follow on account_period (follow_at) where follow_at is not null;

-- Nothing followed an episode before this: the next look brings its data clouds to what it asks for.
update account_period set look_at = '-infinity', mark = coalesce(mark, 'rated')
  where contract_id in (select contract_id from account_episode where ended_at is null);

alter table account_told
  add column t0 timestamptz check (isfinite(t0)),
  add column late_since timestamptz check (isfinite(late_since));
comment on column account_told.t0 is 'The episode that people were told of: each is told of anew.';
comment on column account_told.late_since is 'Since when a statement was overdue in its days of grace, when people were told.';
update account_told set t0 = account_episode.t0 from account_episode
  where account_episode.contract_id = account_told.contract_id and account_episode.ended_at is null;
