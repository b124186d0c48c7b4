import { expect, test } from 'vitest';
import type { Person } from '#wire/users.ts';
import { labelOf, roleOptions, statusOf, statusOptions } from './person-record.ts';

const person = { status: 'active', suspended: false } as Person;

test('roles and statuses of the users table have their words [218]', () => {
  expect(['admin', 'user', 'moderator'].map((role) => labelOf(roleOptions, role))).toEqual([
    'Admin',
    'User',
    'Moderator',
  ]);
  expect(statusOptions.map(({ label }) => label)).toEqual(['Active', 'Inactive', 'Pending']);
});

test('a status says why it is so', () => {
  expect(statusOf(person)).toMatchObject({ word: 'Active', tone: 'green' });
  expect(statusOf({ ...person, status: 'pending' }).reason).toContain('not confirmed');
  expect(statusOf({ ...person, status: 'inactive', suspended: true })).toMatchObject({ word: 'Inactive', tone: 'red' });
});
