-- What a clock that ran ahead has looked at is found, and looked at again.

create index account_period_looked_at on account_period (looked_at);
