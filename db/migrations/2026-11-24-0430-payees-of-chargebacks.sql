-- Whom what covers a chargeback is owed to, should it be won: name, telephone number and address of a learner who left meanwhile, until the bank decided.
alter table chargebacks add column _payee jsonb;
