-- An account that somebody registered, and whose address nobody has proved since: the hash of a secret that the registering browser keeps, or empty. Null once
-- the address was proved, and for accounts that the operator made: there is nobody to doubt.
alter table users add column "_registeredBy" text default '';
update users set "_registeredBy" = null where verified or _closed is not null;
