-- Messages that could not go out because no mail server is configured: a first user reads the code to sign up with here.

create table mail_outbox (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  recipient text not null,
  subject   text not null,
  body      text not null
);
create index mail_outbox_recipient on mail_outbox (recipient, at);
