import { expect, test } from 'vitest';
import { isStaffRole, roleHasRight, rolesWith, staffRights } from './staff-rights.ts';

const rightsOf = (role: string) => staffRights.filter((right) => roleHasRight(role, right));

test('admins have every right; moderators none over money or roles, finance none over papers or roles', () => {
  expect(rightsOf('admin')).toEqual(staffRights);
  expect(rightsOf('moderator')).toEqual(['papers', 'reviews', 'support', 'claims']);
  expect(rightsOf('finance')).toEqual(['payments', 'payouts', 'ledger', 'billing']);
  for (const role of ['user', 'premium', '', undefined])
    expect([rightsOf(String(role)), isStaffRole(role)]).toEqual([[], false]);
  expect(rolesWith('roles')).toEqual(['admin']);
});
