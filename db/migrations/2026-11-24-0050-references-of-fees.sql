-- By what name the provider knows what a fee is of: a refund that came back and is paid by hand is known by the bank's reference afterwards.
alter table provider_fees add reference text not null default '';
update provider_fees f set reference = coalesce(r."providerReference", p."providerReference")
from payments p, provider_fees g left join refunds r on r.id = g.refund where g.id = f.id and p.id = f.payment;
