/** The locale that each language's dates, numbers and money are written by: Singapore's own where it has one. */
const locales: Record<string, string> = {
  en: 'en-SG',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  zh: 'zh-Hans-SG',
  ms: 'ms-SG',
  ta: 'ta-SG',
};

/** The locale of a preferred language; an unknown one is written as English. */
export function localeFor(language: string): string {
  return locales[language] ?? 'en-SG';
}
