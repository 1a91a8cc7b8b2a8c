-- No time without end: nobody could read what bears it, the calendar would never come to it, and some of it stays for ever.
-- Of what is there already only changes are held to it.

alter table contract add constraint contract_has_its_times
  check (isfinite(commencing_on) and isfinite(ended_at) and isfinite(created_at)) not valid;
alter table waiting_month add constraint waiting_month_has_a_time check (isfinite(since)) not valid;
alter table calendar_tick add constraint calendar_tick_has_a_time check (isfinite(last_at)) not valid;
alter table account_episode add constraint account_episode_has_its_times
  check (isfinite(t0) and isfinite(opened_at) and isfinite(stopped_at) and isfinite(resumed_at) and isfinite(ended_at)) not valid;
-- A look that is due at once is due since -infinity.
alter table account_period add constraint account_period_has_its_times
  check (isfinite(looked_at) and isfinite(beyond_since) and look_at < 'infinity') not valid;
alter table statement add constraint statement_has_its_times
  check (isfinite(start_at) and isfinite(end_at) and isfinite(statement_on) and isfinite(due_on) and isfinite(confirm_at)
         and isfinite(deduct_at) and isfinite(overdue_from) and isfinite(signed_at) and isfinite(disputed_at)
         and isfinite(hidden_at)) not valid;
alter table settlement add constraint settlement_has_a_time check (isfinite(settled_at)) not valid;
alter table rated_day add constraint rated_day_has_its_times
  check (isfinite(day) and isfinite(rated_at) and isfinite(rated_through)) not valid;
