-- Those who closed their accounts and have a refund under way are few: they are found without reading every refund.
create index refunds_payee on refunds (id) where _payee is not null;
