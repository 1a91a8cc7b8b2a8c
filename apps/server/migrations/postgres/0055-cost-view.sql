-- Views of a contract's costs that people keep and share, and who gets them by mail.
create table cost_view (
  contract_id text not null references contract (id),
  id          text not null unique,
  account_id  text not null references account (id),
  name        text not null check (char_length(name) between 1 and 64),
  shared      boolean not null,
  analysis    jsonb not null check (jsonb_typeof(analysis) = 'object'),
  created_at  timestamptz not null check (isfinite(created_at)),
  primary key (contract_id, id),
  constraint cost_view_name unique (contract_id, account_id, name)
);
comment on column cost_view.account_id is 'Its maker, who alone sees it unless it is shared.';
comment on column cost_view.shared is 'True if everyone who may read the contract''s costs sees it.';
comment on column cost_view.analysis is 'The filters, grouping, comparison and period of cost analysis. A relative period means another time later.';
create trigger cost_view_is_never_emptied before truncate on cost_view
  for each statement execute function refuse_emptying();
-- A private view is nobody else's business, so its name and content are not noted.
create trigger cost_view_is_noted after insert or delete or update on cost_view
  for each row execute function note_change('contract_id', '{contract_id, id, shared}');

create table cost_view_mail (
  contract_id text not null,
  view_id     text not null,
  account_id  text not null references account (id),
  sent_on     text not null check (sent_on in ('monday', 'firstOfMonth')),
  next_at     timestamptz not null check (isfinite(next_at)),
  primary key (contract_id, view_id, account_id),
  foreign key (contract_id, view_id) references cost_view (contract_id, id) on delete cascade
);
comment on table cost_view_mail is 'The people who get a view by mail. Without a row there is none.';
comment on column cost_view_mail.next_at is 'The time of the next mail. It moves on in the transaction that queues a mail, so each is sent once.';
create index cost_view_mail_due on cost_view_mail (next_at);
create trigger cost_view_mail_is_never_emptied before truncate on cost_view_mail
  for each statement execute function refuse_emptying();
