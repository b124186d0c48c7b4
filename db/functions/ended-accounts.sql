-- Whichever way an account ends, a restore must know of it, and the payment provider is to forget the cards that were saved for it
-- (forget-cards.ts). While a restore goes on triggers rest, so that rows which make room for those of a backup do not count.
create or replace function note_ended_account() returns trigger
language plpgsql as $$
begin
  insert into _ended_accounts (account, created, outcome, at)
  values (old.id, coalesce(old.created, 'epoch'),
    case tg_op when 'DELETE' then 'deleted' else 'erased' end,
    case tg_op when 'DELETE' then now() else new._closed end)
  on conflict (account, created) do update set outcome = excluded.outcome, at = excluded.at;
  update card_customers set "endedAt" = now() where "user" = old.id and "endedAt" is null;
  return null;
end
$$;

create or replace trigger users_note_deleted after delete on users
for each row execute function note_ended_account();

create or replace trigger users_note_erased after update of _closed on users
for each row when (old._closed is null and new._closed is not null) execute function note_ended_account();
