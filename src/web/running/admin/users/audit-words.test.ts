import { expect, test } from 'vitest';
import { auditWords } from './audit-words.ts';

test('an entry says what was done, from what to what, and no secret', () => {
  const changes = [
    { field: 'role', from: 'user', to: 'moderator' },
    { field: 'firstName', from: '', to: 'Mei' },
    { field: 'password', from: '', to: 'changed' },
    { field: 'tokenKey', from: '', to: 'changed' },
  ];
  expect(auditWords({ action: 'update', changes })).toBe(
    'role: user → moderator; first name: nothing → Mei; password changed',
  );
  expect(auditWords({ action: 'update', changes: changes.slice(3) })).toBe('Signed the person out everywhere');
  expect(auditWords({ action: 'delete', changes: [] })).toBe('Deleted the account');
});
