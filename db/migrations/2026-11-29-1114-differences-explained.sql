-- Since when there has been nothing to compare the bank's money with, though some is booked; null where there is.
alter table outside_proofs add column "notComparedSince" timestamptz;

-- Differences between the books and the outside that a person explained: they are open again as soon as either side has another sum.
create table outside_explained (
  place text not null,
  reference text not null,
  part text not null constraint outside_explained_part check (part in ('money', 'fee')),
  currency text not null,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  reason text not null constraint outside_explained_reason check (reason <> ''),
  "explainedBy" text not null,
  created timestamptz not null,
  primary key (place, reference, part, currency)
);
