-- What was decided before people were told of each chargeback by itself is nobody's news any more.
update chargebacks set "_isTold" = true where status <> 'open' and not "_isTold";
-- A lesson that a claim is about, or a contest over who was missing, and a bank as well, is paid out once both have ended: so are those of before.
update chargebacks c set "_lessonWas" = 'disputed' from payments p join lessons l on l.id = p.lesson
where p.id = c.payment and c.status = 'open' and c."_lessonWas" = ''
  and (l.status = 'disputed' or exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null));
