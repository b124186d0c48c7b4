import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { buildOpenApi } from '#marketplace/running/openapi/build-openapi.ts';
import { isStaffRole, roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import { elsewhere, ownCalls, type Row, superuserCalls } from './others-ids-table.ts';
import { makeWorld, type Role, roles, type World } from './others-ids-world.ts';

const document = buildOpenApi(marketplaceCollections, 'http://kerbside.example') as { paths: Record<string, object> };
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);
/** A call whatever its ids are called. */
const plain = (call: string) => call.replaceAll(/\{\w+\}|(?<=\/)2026(?=$|\/)/g, '{}');
const isForSuperusers = (call: string) => superuserCalls.some((pattern) => pattern.test(call));

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.app.close());

test('every call of the document stands in the table of others’ ids, or with the test that asks it', () => {
  const known = new Set(Object.keys(ownCalls).map(plain));
  const isElsewhere = (call: string) => elsewhere.some(([pattern]) => pattern.test(call));
  const missing = documented.filter((call) => !known.has(plain(call)) && !isForSuperusers(call) && !isElsewhere(call));
  expect(missing).toEqual([]);
  const described = new Set(documented.map(plain));
  expect([...known].filter((call) => !described.has(call))).toEqual([]);
  for (const [pattern, file] of elsewhere) {
    expect([file, existsSync(file), documented.some((call) => pattern.test(call))]).toEqual([file, true, true]);
  }
});

test('what is for superusers lets nobody else in, whatever id it is asked for', async () => {
  const wrong: unknown[] = [];
  for (const call of documented.filter(isForSuperusers)) {
    for (const role of roles) {
      const { status } = await ask(role, call.replace(/\{\w+\}/g, 'users'), { in: [], body: {} });
      // What is downloaded is asked for by a token in the address: without one everybody is a guest.
      const usual = role === 'guest' && call !== 'get /api/backups/{key}' ? 401 : 403;
      if (status !== usual) wrong.push([call, role, status]);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(Object.entries(ownCalls))('%s lets in whom it is for alone, asked for another’s', async (call, row) => {
  const refused = roles.filter((role) => !isLetIn(role, row));
  // Who may goes last: it is theirs to change.
  for (const role of [...refused, ...roles.filter((one) => !refused.includes(one))]) {
    const { status, text } = await ask(role, call, row);
    expect([role, status < 500 || status === 503]).toEqual([role, true]);
    if (refused.includes(role))
      expect([role, role === 'guest' ? [401, 404] : [403, 404]]).toEqual([role, expect.arrayContaining([status])]);
    else if (typeof row.in !== 'string') expect([role, [401, 403, 404].includes(status)]).toEqual([role, false]);
    if (typeof row.in === 'string' && role !== 'learner' && role !== 'instructor')
      expect([role, world.secrets.filter((secret) => text.includes(secret))]).toEqual([role, []]);
  }
});

function isLetIn(role: Role, row: Row): boolean {
  if (row.in === 'anybody') return true;
  if (row.in === 'oneself') return role !== 'guest';
  return row.in.some((holder) => {
    if (holder === 'learner' || holder === 'instructor') return holder === role;
    return holder === 'staff' ? isStaffRole(role) : roleHasRight(role, holder as StaffRight);
  });
}

async function ask(role: Role, call: string, { query = '', body }: Row): Promise<{ status: number; text: string }> {
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => world.ids[name] ?? name);
  const [method = '', path = ''] = call.split(' ');
  const answer = await fetch(`${world.app.url}${filled(path)}?${filled(query)}`, {
    method: method.toUpperCase(),
    headers: { Authorization: world.clients.get(role)?.authStore.token ?? '', 'Content-Type': 'application/json' },
    ...(body && method !== 'get' ? { body: filled(JSON.stringify(body)) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}
