import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#engine/engine.ts';
import { createHookRegistry, type RecordEvent, type RecordHooks } from '#engine/records/record-hooks.ts';
import { registerUserHooks } from './register-user-hooks.ts';

let hooks: RecordHooks;

const blank = { id: 'person000000001', role: '', name: '', firstName: '', lastName: '', timezone: '' };
const changing = (original: object) => ({ original: { ...blank, ...original } });

const event = (fields: Record<string, unknown>, more: object = {}) =>
  ({
    auth: null,
    system: false,
    body: { fields, files: {} },
    record: { ...blank, ...fields },
    original: null,
    ...more,
  }) as unknown as RecordEvent;

beforeAll(() => {
  const registry = createHookRegistry();
  registerUserHooks({ hooks: registry, clock: { nowMs: () => 0 } } as Engine);
  hooks = registry.of('users')[0]!;
});

describe('an account', () => {
  test('begins as a user, with a first and last name out of the full one', async () => {
    const created = event({ name: 'Mei Ling Tan' });
    await hooks.beforeCreate?.(created);
    expect(created.record).toMatchObject({ role: 'user', firstName: 'Mei Ling', lastName: 'Tan' });
  });

  test('keeps names that were given, and does not split anew when it changes', async () => {
    const created = event({ name: 'Mei Ling Tan', firstName: 'Mei' });
    await hooks.beforeCreate?.(created);
    expect(created.record).toMatchObject({ firstName: 'Mei', lastName: '' });
    const changed = event({ name: 'Somebody Else' }, changing({ name: 'Mei Ling Tan' }));
    await hooks.beforeUpdate?.(changed);
    expect(changed.record).toMatchObject({ firstName: '', role: 'user' });
  });

  test('is called by its first and last name once they change, unless the full name changes too', async () => {
    const changed = event({ firstName: 'Mei', lastName: 'Lim' }, changing({}));
    await hooks.beforeUpdate?.(changed);
    expect(changed.record.name).toBe('Mei Lim');
    const named = event({ firstName: 'Mei', name: 'Madam Lim' }, changing({}));
    await hooks.beforeUpdate?.(named);
    expect(named.record.name).toBe('Madam Lim');
    const emptied = event({ name: 'Mei Lim' }, changing({ name: 'Mei Lim', firstName: 'Mei' }));
    await hooks.beforeUpdate?.(emptied);
    expect(emptied.record.name).toBe('Mei Lim');
  });

  test.each(['', 'UTC', 'Asia/Singapore', 'America/New_York'])('takes the time zone “%s”', async (timezone) => {
    const changed = event({ timezone });
    await hooks.beforeUpdate?.(changed);
    expect(changed.record.timezone).toBe(timezone);
  });

  test('is refused with a code at timezone for what is no zone', async () => {
    const refused = { status: 400, data: { timezone: { code: 'validation_invalid_timezone' } } };
    await expect(hooks.beforeCreate?.(event({ timezone: 'Bedok' }))).rejects.toMatchObject(refused);
    await expect(hooks.beforeUpdate?.(event({ timezone: '+08:00' }))).rejects.toMatchObject(refused);
  });
});
