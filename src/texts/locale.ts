/** English as it is written in Singapore: what holds where nobody has chosen another language. */
export const defaultLocale = 'en-SG';

/** The locale that each language's dates, numbers and money are written by: Singapore's own where it has one. */
const locales: Record<string, string> = {
  en: defaultLocale,
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  zh: 'zh-Hans-SG',
  ms: 'ms-SG',
  ta: 'ta-SG',
};

/** The locale of a preferred language; an unknown one is written as English. */
export function localeFor(language: string): string {
  return locales[language] ?? defaultLocale;
}

let current = defaultLocale;

/** The locale by which this page writes dates, numbers and money. */
export function locale(): string {
  return current;
}

/** Lets this page write by another locale from now on. A browser's page only: a server writes for many people at once. */
export function setLocale(next: string): void {
  current = next;
}
