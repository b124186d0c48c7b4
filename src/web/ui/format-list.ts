import { locale } from '#texts/locale.ts';

/** Names as a sentence has them, in the page's language: `English, Malay and Tamil`. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

/** Facts one after the other, none of which closes the list: `Bedok, Tampines`. Empty ones are left out. */
export function formatSeries(facts: readonly (string | undefined)[]): string {
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(
    facts.filter((fact) => !!fact) as string[],
  );
}
