-- Who has the same proved number is one person: found where a mercy pass is counted, or an own learner joins.
create index users_proved_phone on users (phone) where "phoneProved" is not null;
