const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A learner's name as strangers read it: first names and the initial of the last word, `Mei Ling T.` */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [initial] = characters.segment(words.at(-1) ?? '');
  return words.length < 2 ? name.trim() : `${words.slice(0, -1).join(' ')} ${initial?.segment}.`;
}
