import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { budgetNames, budgetOf, budgets, overBudget } from './budgets.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});

afterAll(() => server.close());

const current = () => server.engine.settings.current();

describe('the budgets', () => {
  test('stand in the operator’s handbook, each with its default', async () => {
    const handbook = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    for (const name of budgetNames) {
      const { limit, bounds, status } = budgets[name];
      expect(handbook).toContain(`| \`${name}\` | ${limit.toLocaleString('en')} | ${bounds} | ${status} |`);
    }
  });

  test('are no part of the settings until one is changed, and again once it has its default back', async () => {
    expect(await server.root.settings.getAll()).not.toHaveProperty('budgets');
    expect(budgetOf(current(), 'bodyKeys')).toBe(budgets.bodyKeys.limit);
    const changed = await server.root.settings.update({ budgets: { bodyKeys: 7, unheardOf: 3 } });
    expect(changed.budgets).toEqual({ bodyKeys: 7 });
    expect(budgetOf(current(), 'bodyKeys')).toBe(7);
    await server.root.settings.update({ meta: { appName: 'Other' } });
    expect((await server.root.settings.getAll()).budgets).toEqual({ bodyKeys: 7 });
    expect(await server.root.settings.update({ budgets: { bodyKeys: null } })).not.toHaveProperty('budgets');
    expect(budgetOf(current(), 'bodyKeys')).toBe(budgets.bodyKeys.limit);
  });

  test('each have a refusal, which may name the field and the time to wait', () => {
    for (const name of budgetNames) expect(overBudget(name).status).toBe(budgets[name].status);
    const data = { filter: { code: 'validation_too_long', message: 'Too long.' } };
    expect(overBudget('bodyKeys', { data, retryAfterMs: 5000 })).toMatchObject({ data, retryAfterMs: 5000 });
  });

  test('take whole numbers from 1 on', async () => {
    const low = await refusalOf(server.root.settings.update({ budgets: { bodyKeys: 0 } }));
    expect(low).toMatchObject({
      status: 400,
      data: { budgets: { bodyKeys: { code: 'validation_min_greater_equal_than_required' } } },
    });
    for (const wrong of ['7', 1.5, true])
      expect((await refusalOf(server.root.settings.update({ budgets: { bodyKeys: wrong } }))).status).toBe(400);
    expect((await refusalOf(server.root.settings.update({ budgets: [1] }))).status).toBe(400);
    expect(current().budgets).toBeUndefined();
  });
});
