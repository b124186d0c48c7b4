import * as texts from '#texts/rechecks.ts';

const words: Record<string, string> = {
  found: texts.found,
  missing: texts.missing,
  name_differs: texts.nameDiffers,
  expired: texts.expired,
};

/** What a list says of somebody. */
export function outcomeWords(outcome: string): string {
  return words[outcome] ?? outcome;
}
