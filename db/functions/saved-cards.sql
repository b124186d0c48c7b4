-- Whichever way an account ends, the provider is to forget the cards that were saved for it (forget-cards.ts).
create or replace function end_saved_cards() returns trigger
language plpgsql as $$
begin
  update card_customers set "endedAt" = now() where "user" = old.id and "endedAt" is null;
  return null;
end
$$;

create or replace trigger users_end_cards_deleted after delete on users
for each row execute function end_saved_cards();

create or replace trigger users_end_cards_erased after update of _closed on users
for each row when (old._closed is null and new._closed is not null) execute function end_saved_cards();
