import { expect, test } from 'vitest';
import { roleTone } from './role-tone.ts';

test('[236] [237] [238] [239] admin is red, moderator blue, premium purple, everything else grey', () => {
  expect(['admin', 'moderator', 'premium', 'user', '', 'captain'].map(roleTone)).toEqual([
    'red',
    'blue',
    'purple',
    'grey',
    'grey',
    'grey',
  ]);
});
