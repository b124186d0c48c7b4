import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#engine/engine.ts';
import { createHookRegistry, type RecordEvent, type RecordHooks } from '#engine/records/record-hooks.ts';
import { registerUserHooks } from './register-user-hooks.ts';

let hooks: RecordHooks;

const event = (fields: Record<string, unknown>, more: object = {}) =>
  ({
    auth: null,
    system: false,
    body: { fields, files: {} },
    record: { id: 'person000000001', role: '', name: '', firstName: '', lastName: '', ...fields },
    original: null,
    ...more,
  }) as unknown as RecordEvent;

const user = (role: string) => ({ id: 'somebody0000001', collectionName: 'users', isSuperuser: false, row: { role } });
const superuser = { id: 'super0000000001', collectionName: '_superusers', isSuperuser: true, row: {} };

beforeAll(() => {
  const registry = createHookRegistry();
  registerUserHooks({ hooks: registry } as Engine);
  hooks = registry.of('users')[0]!;
});

describe('an account', () => {
  test.each([
    ['a guest', null],
    ['a learner', user('user')],
    ['a moderator', user('moderator')],
  ])('is refused with a code at role when %s sends one', async (_, auth) => {
    const refused = { status: 400, data: { role: { code: 'role_not_allowed' } } };
    await expect(hooks.beforeCreate?.(event({ role: 'user' }, { auth }))).rejects.toMatchObject(refused);
    await expect(hooks.beforeUpdate?.(event({ role: 'admin' }, { auth }))).rejects.toMatchObject(refused);
  });

  test.each([
    ['an admin', { auth: user('admin') }],
    ['a superuser', { auth: superuser }],
    ['the server itself', { system: true }],
  ])('takes the role that %s gives', async (_, more) => {
    const given = event({ role: 'premium' }, more);
    await hooks.beforeCreate?.(given);
    await hooks.beforeUpdate?.(given);
    expect(given.record.role).toBe('premium');
  });

  test('begins as a user, with a first and last name out of the full one', async () => {
    const created = event({ name: 'Mei Ling Tan' });
    await hooks.beforeCreate?.(created);
    expect(created.record).toMatchObject({ role: 'user', firstName: 'Mei Ling', lastName: 'Tan' });
  });

  test('keeps names that were given, and does not split anew when it changes', async () => {
    const created = event({ name: 'Mei Ling Tan', firstName: 'Mei' });
    await hooks.beforeCreate?.(created);
    expect(created.record).toMatchObject({ firstName: 'Mei', lastName: '' });
    const changed = event({ name: 'Somebody Else' });
    await hooks.beforeUpdate?.(changed);
    expect(changed.record).toMatchObject({ firstName: '', role: 'user' });
  });

  test('is called by its first and last name once they change, unless the full name is sent too', async () => {
    const changed = event({ firstName: 'Mei', lastName: 'Lim' });
    await hooks.beforeUpdate?.(changed);
    expect(changed.record.name).toBe('Mei Lim');
    const named = event({ firstName: 'Mei', name: 'Madam Lim' });
    await hooks.beforeUpdate?.(named);
    expect(named.record.name).toBe('Madam Lim');
    const emptied = event({ firstName: '' }, { record: { name: 'Mei Lim', firstName: '', lastName: '' } });
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
