/** The locale that each language's dates, numbers and money are written by: Singapore's own where it has one. */
const locales = new Map([
  ['en', 'en-SG'],
  ['es', 'es-ES'],
  ['fr', 'fr-FR'],
  ['de', 'de-DE'],
  ['zh', 'zh-Hans-SG'],
  ['ms', 'ms-SG'],
  ['ta', 'ta-SG'],
]);

/** The locale of a preferred language; an unknown one, which people may write as they like, is written as English. */
export function localeFor(language: string): string {
  return locales.get(language) ?? 'en-SG';
}
