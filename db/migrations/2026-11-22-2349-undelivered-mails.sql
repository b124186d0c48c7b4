-- What somebody of the staff did about a mail that could not be delivered.
alter table _mails add column "handledAs" text not null default ''
  constraint "_mails_handledAs" check ("handledAs" in ('', 'again', 'told'));
alter table _mails add column "handledBy" text not null default '';
alter table _mails add column "handledAt" timestamptz;
create index _mails_undelivered on _mails (id desc) where status = 'failed' or (status = 'queued' and attempts >= 16);
