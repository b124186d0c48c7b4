type Ranked = { label: string; detail?: string; words?: string };

/**
 * The entries that fit what was typed, the best first; those that fit alike keep their order. A name that begins with the text comes before
 * one of which a word does, then names that hold it somewhere, then other words for the thing, then names with its letters in this order.
 */
export function rankEntries<T extends Ranked>(entries: readonly T[], typed: string): T[] {
  const text = plain(typed);
  if (text === '') return [...entries];
  return entries
    .map((entry, place) => ({ entry, place, rank: rankOf(entry, text) }))
    .filter(({ rank }) => rank < none)
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ entry }) => entry);
}

const none = 5;

function rankOf({ label, detail = '', words = '' }: Ranked, text: string): number {
  const name = plain(label);
  if (name.startsWith(text)) return 0;
  if (name.split(' ').some((word) => word.startsWith(text))) return 1;
  if (name.includes(text)) return 2;
  const others = plain(`${detail} ${words}`).split(' ');
  if (text.split(' ').every((part) => [...name.split(' '), ...others].some((word) => word.startsWith(part)))) return 3;
  return text.length > 2 && hasInOrder(name, text) ? 4 : none;
}

function hasInOrder(name: string, text: string): boolean {
  let from = 0;
  for (const letter of text.replaceAll(' ', '')) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/** Small letters without accents, single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.]+/gu, ' ')
    .trim();
}
