-- What a person has to send is a few among all that were ever paid back.
create index refunds_open on refunds (created, id) where status <> 'paid';
