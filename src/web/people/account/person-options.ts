import * as texts from '#texts/account.ts';
import { completeLanguages } from '#texts/languages.ts';
import type { SelectOption } from '../../platform/ui/Select.tsx';

/** Languages that are spoken here. One that would change nothing yet is not offered. */
const spokenHere: readonly SelectOption[] = [
  { value: 'zh', label: texts.chinese },
  { value: 'ms', label: texts.malay },
  { value: 'ta', label: texts.tamil },
];

/** Languages to prefer: the four that the product began with, then those spoken here that the pages are in (docs/decisions/texts-and-languages.md). */
export const languageOptions: readonly SelectOption[] = [
  { value: 'en', label: texts.english },
  { value: 'es', label: texts.spanish },
  { value: 'fr', label: texts.french },
  { value: 'de', label: texts.german },
  ...spokenHere.filter(({ value }) => completeLanguages.includes(value)),
];

/** Time zones: the four that the product began with, then Singapore's (docs/decisions/texts-and-languages.md). */
export const timezoneOptions: readonly SelectOption[] = [
  { value: 'UTC', label: texts.utc },
  { value: 'America/New_York', label: texts.eastern },
  { value: 'America/Los_Angeles', label: texts.pacific },
  { value: 'Europe/Berlin', label: texts.centralEuropean },
  { value: 'Asia/Singapore', label: texts.singapore },
];

/** The language of whoever has not chosen. A zone that nobody chose is none: the pages are in Singapore's. */
export const defaultLanguage = 'en';

/** What choosing a language brings, said before one is chosen: everything in it where its catalogue is complete, else nothing yet. */
export function languageHint(language: string): string {
  if (!completeLanguages.includes(language)) return texts.languageFormatsOnly;
  const isOnlyOne = languageOptions.every(({ value }) => value === language || !completeLanguages.includes(value));
  return isOnlyOne ? texts.languageIsOnlyOne : texts.languageIsComplete;
}

/** What the time zone is for, or, where none was chosen, what holds meanwhile. */
export function timezoneHint(chosen: string): string {
  return chosen === '' ? texts.timezoneNotChosen : texts.timezoneHint;
}

/** The options, with a stored value that is none of them kept as itself at the end. */
export function optionsWith(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}
