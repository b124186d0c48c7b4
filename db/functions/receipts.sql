-- Numbers of receipts.

-- Gives the payments that came in their numbers, in the order in which they did, at most so many; answers how many. One at a time, so that there is
-- no gap; nobody who pays waits for it. Credit is no money that came in.
create or replace function issue_receipts(at_most integer) returns integer language plpgsql as $$
declare
  last integer;
  given integer;
begin
  perform pg_advisory_xact_lock(7261180051);
  select coalesce(max("_receiptNumber"), 0) into last from payments;
  update payments p set "_receiptNumber" = last + due.place from (
    select x.id, row_number() over (order by x."succeededAt", x._seq)::integer as place from payments x
    where x."_receiptNumber" is null and x."succeededAt" is not null and x.method <> 'credit' and x."amountCents" > 0
    order by x."succeededAt", x._seq limit at_most) due
  where p.id = due.id;
  get diagnostics given = row_count;
  return given;
end $$;

-- A number as people read it.
create or replace function receipt_text(number integer) returns text language sql immutable as $$
  select 'K-' || lpad(number::text, 8, '0')
$$;
