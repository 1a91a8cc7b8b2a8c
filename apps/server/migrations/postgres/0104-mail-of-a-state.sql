-- One transaction can find an account overdue and take the deposit that pays it: its people were mailed both.
alter table message_outbox add column about text;
comment on column message_outbox.about is 'What it tells of which contract: by this it is withdrawn while it waits, where that has passed.';
create index message_outbox_about on message_outbox (about) where about is not null;
