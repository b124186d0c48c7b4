import { expect, test } from 'vitest';
import {
  forgetRegistrationSecret,
  keepRegistrationSecret,
  newRegistrationSecret,
  registrationProof,
} from './registration-secret.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('[25.22] a browser shows for the address it registered, and for no other, that it did, until the address is verified', () => {
  const storage = memory();
  expect(registrationProof(storage, 'mei@example.com')).toEqual({});
  const secret = newRegistrationSecret();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(newRegistrationSecret()).not.toBe(secret);
  keepRegistrationSecret(storage, 'Mei@Example.com', secret);
  expect(registrationProof(storage, 'mei@example.com')).toEqual({ registrationSecret: secret });
  expect(registrationProof(storage, 'other@example.com')).toEqual({});
  storage.setItem('kerbside_registered', 'not { json');
  expect(registrationProof(storage, 'mei@example.com')).toEqual({});
  forgetRegistrationSecret(storage);
  expect(storage.getItem('kerbside_registered')).toBeNull();
});
