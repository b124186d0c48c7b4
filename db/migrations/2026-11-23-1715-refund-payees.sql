-- Who money goes to that a person has still to send when its learner's account is closed: name, telephone number and address, until it is sent.
alter table refunds add column _payee jsonb;
