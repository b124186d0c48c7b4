const lookalikes: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', ё: 'e', і: 'i', ї: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c' },
  ...{ ѕ: 's', т: 't', у: 'y', х: 'x', ԁ: 'd', һ: 'h', ѵ: 'v', ԛ: 'q', ԝ: 'w', ӏ: 'l', г: 'r', п: 'n' },
  ...{ α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y' },
};
const word = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
const mixed = /\p{Script=Latin}/u;
const others = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/** Whether a word of a text has Latin letters beside Cyrillic or Greek ones, which no language does. */
export function hasLookalikes(text: string): boolean {
  return (text.match(word) ?? []).some((part) => mixed.test(part) && part.search(others) >= 0);
}

/** A text whose words of mixed scripts are written in Latin letters, as they look. Words of one script stay. */
export function foldLookalikes(text: string): string {
  return text.replace(word, (part) => (mixed.test(part) ? part.replace(others, (letter) => asLatin(letter)) : part));
}

function asLatin(letter: string): string {
  const small = letter.toLowerCase();
  const latin = lookalikes[small];
  if (latin === undefined) return letter;
  return small === letter ? latin : latin.toUpperCase();
}
