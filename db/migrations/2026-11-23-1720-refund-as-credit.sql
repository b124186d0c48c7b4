-- Whoever calls off a lesson may have what comes back as credit at once, in place of the way it was paid.
alter table cancellations add column "refundTo" text not null default ''
  constraint cancellations_refund_to check ("refundTo" in ('', 'credit'));
