import tlds from 'tlds' with { type: 'json' };
import { isPlainWord } from './plain-words.ts';

/** All that a host may end with, by IANA's list. */
const ends: ReadonlySet<string> = new Set(tlds);

/** What may be a host without a scheme: labels with a dot between them, then an end of letters, and a path or not. `isHost` tells. */
export const bareHost =
  /(?<![\p{L}\p{N}@._/-])(?<labels>(?:[\p{L}\p{N}-]{1,63}\.){1,6})(?<end>\p{L}{2,24})(?<path>\/[^\s<>"'\])]*|(?![\p{L}\p{N}@-]))/giu;

/** The same with its dot set apart, in brackets or as a word: "evil[.]vip", "evil dot com", "evil. com", "bit . ly/x". Its end is one that is no word. */
export const spacedHosts = [
  /(?<![\p{L}\p{N}@._-])[\p{L}\p{N}-]{1,63} ?[[({] ?(?:\.|dot) ?[\])}] ?[a-z]{2,24}(?:\/\S*|(?![\p{L}\p{N}]))/giu,
  /(?<![\p{L}\p{N}@._-])[\p{L}\p{N}-]{2,63}\sdot\s(?:com|net|org|info|biz|sg|io|xyz|club|vip|site|online|ru|cn)(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}@._-])[\p{L}\p{N}-]{2,63}\s\.\s?(?:com|net|org|info|biz|sg|io|xyz|club|vip|site|online|ru|cn)(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}@._-])[\p{L}\p{N}-]{2,63}\.\s(?:com|net|org|sg|xyz)(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}@._-])[\p{L}\p{N}-]{1,63}\s?\.\s?[a-z]{2,3}\/\S+/giu,
];

/**
 * Whether what `bareHost` found is a host. Many ends are words, too ("ok.me too", "Thanks.My car is here"): those make a host only behind what is none,
 * and in small letters, or with a path. Takes what `replace` gives its function.
 */
export function isHost(found: readonly unknown[]): boolean {
  const { labels, end, path } = found.at(-1) as { labels: string; end: string; path: string };
  if (!ends.has(end.toLowerCase())) return false;
  if (path !== '' || !isPlainWord(end)) return !isNumbered(labels, end);
  const label = labels.split('.').at(-2) ?? '';
  return end === end.toLowerCase() && label.length > 1 && !isPlainWord(label) && !/^\d/.test(label);
}

/** "3.km" and the like: digits alone before a short end are a figure. */
function isNumbered(labels: string, end: string): boolean {
  return /^[\d.]+$/.test(labels) && end.length < 4;
}
