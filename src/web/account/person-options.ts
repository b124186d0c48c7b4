import * as texts from '#texts/account.ts';
import { completeLanguages } from '#texts/languages.ts';
import type { SelectOption } from '../ui/Select.tsx';

/** Languages to prefer: the four that the product began with, then those that are spoken here (docs/decisions/texts-and-languages.md). */
export const languageOptions: readonly SelectOption[] = [
  { value: 'en', label: texts.english },
  { value: 'es', label: texts.spanish },
  { value: 'fr', label: texts.french },
  { value: 'de', label: texts.german },
  { value: 'zh', label: texts.chinese },
  { value: 'ms', label: texts.malay },
  { value: 'ta', label: texts.tamil },
];

/** Time zones: the four that the product began with, then Singapore's (docs/decisions/texts-and-languages.md). */
export const timezoneOptions: readonly SelectOption[] = [
  { value: 'UTC', label: texts.utc },
  { value: 'America/New_York', label: texts.eastern },
  { value: 'America/Los_Angeles', label: texts.pacific },
  { value: 'Europe/Berlin', label: texts.centralEuropean },
  { value: 'Asia/Singapore', label: texts.singapore },
];

/** What is preferred by who has not chosen. */
export const defaultPreference = { language: 'en', timezone: 'UTC' } as const;

/** What choosing a language brings: everything in it where its catalogue is complete, else nothing yet. */
export function languageHint(language: string): string {
  return completeLanguages.includes(language) ? texts.languageIsComplete : texts.languageFormatsOnly;
}

/** What the time zone is for, or, where `chosen` says that none was and none is being chosen now, what holds meanwhile. */
export function timezoneHint(chosen: string, shown: string): string {
  return chosen === '' && shown === defaultPreference.timezone ? texts.timezoneNotChosen : texts.timezoneHint;
}

/** The options, with a stored value that is none of them kept as itself at the end. */
export function optionsWith(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}
