-- Fee invoices, the newest first. What a month comes to is in no index of its months, so that adding to it writes to none.
create index fee_months_month on fee_months (month);
