-- By which name the payment provider keeps the cards that somebody saved there. A row outlives its account until the provider has
-- forgotten them ("endedAt", by the triggers of db/functions/saved-cards.sql).
create table card_customers (
  customer text primary key,
  provider text not null,
  "user" text not null,
  created timestamptz not null,
  "endedAt" timestamptz
);
create unique index card_customers_user on card_customers ("user", provider) where "endedAt" is null;
create index card_customers_ended on card_customers ("endedAt") where "endedAt" is not null;
