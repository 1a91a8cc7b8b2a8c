-- Whoever proves a code again, because the first answer was lost or a page was loaded anew, gets the token of before: it is
-- made of the code and of this, so that neither is kept.
alter table auth_job add column token_salt text;
comment on column auth_job.token_salt is 'What the token is made of beside the code. Null until the code is proved.';
