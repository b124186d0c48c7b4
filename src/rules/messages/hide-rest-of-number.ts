import { findNumbers } from './find-numbers.ts';
import { hiddenMarks, readSigns } from './hide-contacts.ts';

/**
 * A text without the rest of a telephone number that begins in what its writer wrote right before, the oldest first; undefined where none does. Each half by
 * itself is a figure like others.
 */
export function hideRestOfNumber(before: readonly string[], text: string): string | undefined {
  const read = readSigns(before.join(' '));
  const whole = `${read} ${readSigns(text)}`;
  const rest = findNumbers(whole).find(({ start, end }) => start < read.length && end > read.length + 1);
  return rest && `${hiddenMarks.number}${whole.slice(rest.end)}`;
}
