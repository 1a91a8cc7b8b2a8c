-- A server of a version that counts no days must not take in usage beside one that does: nobody would ever count it.
-- It tells its sender to come back (503), and a server of this version takes it then.
create function refuse_uncounted_usage() returns trigger language plpgsql as $$
begin
  raise exception 'A server of an earlier version may take in no usage here any more' using errcode = 'operator_intervention';
end $$;
create trigger usage_batch_is_counted before insert on usage_batch
  for each row when (new.month is null) execute function refuse_uncounted_usage();
