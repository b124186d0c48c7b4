import { expect, test } from 'vitest';
import { signInWithGoogle } from './sign-in-with-google.ts';

/** How often the page moves on when Google answers this. */
async function movesOn(answer: () => Promise<unknown>): Promise<number> {
  let moves = 0;
  await signInWithGoogle({ authWithOAuth2: answer }, () => {
    moves += 1;
  }).catch(() => undefined);
  return moves;
}

test('after Google the page moves on when there is a result, and only then [53]', async () => {
  expect(await movesOn(async () => ({ token: 'a', record: { id: 'b' } }))).toBe(1);
  for (const nothing of [undefined, null, false, '']) expect(await movesOn(async () => nothing)).toBe(0);
  expect(await movesOn(() => Promise.reject(new Error('The window was closed.')))).toBe(0);
});
