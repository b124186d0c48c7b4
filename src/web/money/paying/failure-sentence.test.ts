import { expect, test } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

test('a failed payment always says that nothing was charged', () => {
  expect(failureSentence('card_declined')).toBe('The bank declined this card. Nothing was charged.');
  expect(failureSentence('something_new')).toContain('Nothing was charged.');
});
