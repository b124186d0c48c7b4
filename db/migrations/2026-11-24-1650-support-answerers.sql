-- Who of the staff wrote an answer, for the staff: those who asked are answered by the support.
alter table support_messages add column "senderName" text not null default '';
update support_messages m set "senderName" = u.name from users u where m."fromSupport" and u.id = m.sender;
