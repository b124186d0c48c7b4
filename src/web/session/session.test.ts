import { expect, test } from 'vitest';
import { readSession } from './session.ts';

test('[252] nobody is signed in at first', () => {
  expect(readSession()).toBeNull();
});
