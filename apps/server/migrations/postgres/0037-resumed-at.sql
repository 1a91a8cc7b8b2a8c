-- Until when days of standing still are counted, also where a clock that ran ahead has counted days to come.

alter table account_episode add column resumed_at timestamptz;
comment on column account_episode.resumed_at is 'When its days counted again last: stopped_ms holds all days before for which they did not.';
