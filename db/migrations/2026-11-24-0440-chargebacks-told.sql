-- Whether its learner was told of a chargeback. One of a payment that has gone back, or is about to, is nobody's news until that refund fails.
alter table chargebacks add column "_isTold" boolean not null default false;
update chargebacks c set "_isTold" = true from payments p
where p.id = c.payment and p."amountCents" > coalesce((select sum(r."amountCents") from refunds r
  where r.payment = p.id and r.created <= c.created and r."providerReference" not in ('credit', 'chargeback')), 0);
create index chargebacks_untold on chargebacks (id) where not "_isTold" and "coveredCents" > 0;
