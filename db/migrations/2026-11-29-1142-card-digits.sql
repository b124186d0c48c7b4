-- The last four digits of the card that paid, as receipts have them; empty where the provider did not say, and for other ways.
alter table payments add column "cardLast4" text not null default '' constraint "payments_cardLast4" check ("cardLast4" ~ '^(\d{4})?$');
