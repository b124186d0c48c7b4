-- The number of a payment's receipt: one after the other without a gap, given after the payment so that no two payments wait for each other.
alter table payments add column "_receiptNumber" integer constraint "payments_receiptNumber" unique;
create index payments_without_receipt on payments ("succeededAt", _seq)
  where "_receiptNumber" is null and "succeededAt" is not null and method <> 'credit' and "amountCents" > 0;
