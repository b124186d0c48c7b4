import * as page from '#texts/language.ts';
import { completeLanguages } from '#texts/languages.ts';
import { locale, setLocale } from '#texts/locale.ts';
import { localeFor } from '#texts/locale-for.ts';
import { keepCookie } from './keep-cookie.ts';

/**
 * Lets dates, numbers and money be written by a person's language from now on, where its texts are complete: a date of another language would stand in an
 * English sentence. Answers the locale in force. Nobody's changes nothing.
 */
export function followFormats(preferred: string | undefined): string {
  if (preferred !== undefined) setLocale(localeFor(completeLanguages.includes(preferred) ? preferred : 'en'));
  return locale();
}

/**
 * Brings the page in a person's language where its texts are complete, else in English: the language is kept for the server, which has
 * a build of each, and the page is loaded anew. Where the browser keeps nothing the page stays as it is.
 */
export function followTexts(preferred: string | undefined): void {
  if (preferred === undefined) return;
  const wanted = completeLanguages.includes(preferred) ? preferred : 'en';
  if (wanted === page.tag) return;
  if (document.cookie.split('; ').includes(`language=${wanted}`)) return;
  keepCookie('language', wanted, 31_536_000);
  location.reload();
}
