-- Messages to people: written in the transaction of what they tell, sent after it, by mail or to a telephone.

alter table mail_outbox rename to message_outbox;
alter sequence mail_outbox_id_seq rename to message_outbox_id_seq;
alter index mail_outbox_recipient rename to message_outbox_recipient;
alter table message_outbox
  rename constraint mail_outbox_pkey to message_outbox_pkey;

alter table message_outbox
  add column channel text not null default 'mail' check (channel in ('mail', 'sms')),
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  add column failure text;
alter table message_outbox alter column channel drop default;
comment on table message_outbox is 'Gone once they are sent. Where nobody carries them they are printed, and kept to be read here.';
comment on column message_outbox.next_try_at is 'Null for one that is tried no more: it was printed, or could not be sent.';
create index message_outbox_next_try_at on message_outbox (next_try_at) where next_try_at is not null;
