-- A link that was asked for by an address without an account takes the same writes as one that is sent: a mail for nobody, forgotten by its job.
alter table _mails drop constraint _mails_status;
alter table _mails add constraint _mails_status check (status in ('queued', 'sent', 'kept', 'failed', 'nobody'));
