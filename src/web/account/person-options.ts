import type { SelectOption } from '../ui/Select.tsx';

/** Languages to prefer: the four that the product began with, then those that are spoken here (decision 0023). */
export const languageOptions: readonly SelectOption[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
  { value: 'de', label: 'German' },
  { value: 'zh', label: 'Chinese' },
  { value: 'ms', label: 'Malay' },
  { value: 'ta', label: 'Tamil' },
];

/** Time zones: the four that the product began with, then Singapore's (decision 0023). */
export const timezoneOptions: readonly SelectOption[] = [
  { value: 'UTC', label: 'UTC' },
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'Europe/Berlin', label: 'Central European' },
  { value: 'Asia/Singapore', label: 'Singapore' },
];

/** What is preferred by who has not chosen. */
export const defaultPreference = { language: 'en', timezone: 'UTC' } as const;

/** The options, with a stored value that is none of them kept as itself at the end. */
export function optionsWith(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}
