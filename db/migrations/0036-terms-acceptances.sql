-- Who agreed to which version of the terms and the privacy policy, when and how. Written once, never changed; an entry goes only with its account.
create table terms_acceptances (
  id bigint generated always as identity primary key,
  "user" text not null references users (id) on delete cascade,
  version integer not null,
  accepted timestamptz not null,
  how text not null constraint terms_acceptances_how check (how in ('registration', 'asked', 'booking')),
  constraint terms_acceptances_once unique ("user", version)
);

create function refuse_acceptance_change() returns trigger language plpgsql as $$
begin
  -- The account is gone already when its entries follow it.
  if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
    return old;
  end if;
  raise exception 'what was agreed to is append-only' using errcode = '23514', constraint = 'acceptances_append_only';
end $$;
create trigger append_only before update or delete on terms_acceptances
  for each row execute function refuse_acceptance_change();
create trigger no_truncate before truncate on terms_acceptances
  for each statement execute function refuse_acceptance_change();
