import { keepFormatter } from '#texts/keep-formatter.ts';
import { locale } from '#texts/locale.ts';

/** Names as a sentence has them, in the page's language: `English, Malay and Tamil`. */
export function formatList(names: readonly string[]): string {
  return listFormatter({ type: 'conjunction' }).format(names);
}

/** Facts one after the other, none of which closes the list: `Bedok, Tampines`. Empty ones are left out. */
export function formatSeries(facts: readonly (string | undefined)[]): string {
  return listFormatter({ type: 'unit', style: 'short' }).format(facts.filter((fact) => !!fact) as string[]);
}

function listFormatter(options: Intl.ListFormatOptions): Intl.ListFormat {
  return keepFormatter(`list ${locale()} ${options.type}`, () => new Intl.ListFormat(locale(), options));
}
