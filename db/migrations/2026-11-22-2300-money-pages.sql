-- Pages of money over big books: each is read by an index in its own order.
create index payouts_instructor_created on payouts (instructor, created desc nulls last, _seq);
create index payouts_created on payouts (created desc nulls last, _seq);
-- The order of the list of staff.
create index payouts_day on payouts (date collate "C", id collate "C");
create index payouts_status on payouts (status) where status <> 'paid';
-- Those who sort and filter refunds and payments as their own do it within these.
drop index payments_learner;
create index payments_learner on payments (learner, created desc nulls last, _seq);
drop index refunds_learner;
create index refunds_learner on refunds (learner, created desc nulls last, _seq);
