import * as texts from '#texts/questions.ts';

/** The hours of the day that searches were about. */
export function hoursWords(fromHour: number, toHour: number): string {
  if (fromHour === 0 && toHour === 24) return texts.anyTime;
  return texts.hoursFromTo({ from: String(fromHour), to: String(toHour) });
}
