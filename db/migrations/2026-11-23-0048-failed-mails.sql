-- A mail that was tried to the end has failed. Until now it stayed as if it still waited, where nothing forgot what it said.
update _mails set status = 'failed' where status = 'queued' and attempts >= 16;
drop index _mails_undelivered;
create index _mails_undelivered on _mails (id desc) where status = 'failed';
