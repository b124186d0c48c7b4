-- When an account was cleaned: somebody proved its address who was not shown to have registered it. A restored backup of before then must not bring
-- back what the one who registered it had written.
alter table users add column "_cleanedAt" timestamptz;
