import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyValue } from '#engine/fields/cast-value.ts';
import { compileRule } from '#engine/filters/compile-rule.ts';
import { compileSql } from '#engine/filters/compile-sql.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import { recordAsRow } from '#engine/records/record-as-row.ts';
import { refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { marketplaceCollections } from '../../marketplace-collections.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const guest: RuleRequest = { context: 'default', method: 'GET', auth: null, query: {}, headers: {}, body: {} };

test('a guest meets no rule of a record that names nobody, unless the rule is for everybody', async () => {
  const { engine } = app.app;
  const met: string[] = [];
  for (const { name } of marketplaceCollections) {
    const collection = engine.collections.get(name);
    const { listRule, viewRule, createRule, updateRule, deleteRule } = collection;
    const empty = Object.fromEntries(collection.fields.map((field) => [field.name, emptyValue(field)]));
    for (const rule of new Set([listRule, viewRule, createRule, updateRule, deleteRule])) {
      if (!rule?.includes('@request.auth.')) continue;
      const condition = compileRule(engine, { collection, rule, request: guest });
      const { text, values } = compileSql(
        sql`select (${condition}) is true as met from ${recordAsRow(collection, { id: '', ...empty })} as t`,
      );
      const [row] = await engine.db.query<{ met: boolean }>(text, values);
      if (row?.met) met.push(`${name}: ${rule}`);
    }
  }
  expect(met).toEqual([]);
});

test('an account of another collection with a field `role` is no admin of the policies', async () => {
  const { root } = app;
  await root.collections.create({ name: 'robots', type: 'auth', fields: [{ name: 'role', type: 'text' }] });
  const [email, password] = ['robot@example.com', 'a-long-password'];
  await root.collection('robots').create({ email, password, passwordConfirm: password, role: 'admin' });
  const robot = app.guest();
  await robot.collection('robots').authWithPassword(email, password);
  const policy = { effectiveFrom: '2027-01-01T00:00:00Z', values: {} };
  expect((await refusalOf(robot.collection('policies').create(policy))).status).toBe(400);
  const { id } = await root.collection('policies').create(policy);
  expect((await refusalOf(robot.collection('policies').update(id, { values: {} }))).status).toBe(404);
  expect((await refusalOf(robot.collection('policies').delete(id))).status).toBe(404);
});
