import { isPlainWord } from './plain-words.ts';

/** What is hidden, and of what kind it is; with a part of its own that is some word of the language it stays. */
type Way = readonly [pattern: RegExp, kind: 'link' | 'email' | 'number'];

/** Mail for all by its names, which people say without the rest. */
const mails = 'gmail|googlemail|hotmail|yahoo|icloud|outlook|protonmail';
const begin = '(?<![\\p{L}\\p{N}._%+-])';
/** Ways to somebody that a reader understands and that have no sign of their own: words in place of signs, other names of chats, halves of a number. */
const spelledWays: readonly Way[] = [
  // Chats by their Chinese names.
  [/(?:微信|威信|薇信|v信|小红书|抖音)(?:\s?(?:号|id|账号))?(?:\s?(?:是|:))?\s?[a-z][\w.-]{3,40}/giu, 'link'],
  [/\b(?:line|signal|snap|messenger)\s?[:=]\s?[a-z]{1,30}(?:[\d_]|\.\w)[\w.]{0,40}/gi, 'link'],
  [/\bsignal\s[a-z]{2,30}\.\d{1,4}\b/gi, 'link'],
  [/\bskype\s?:?\s?live:[\w.]{2,40}/gi, 'link'],
  [/(?<![\w.])[\w.]{2,32}#\d{4}\s(?:on|in|at)\sdiscord\b/gi, 'link'],
  // Links by words.
  [/\b(?:t|wa|fb|m|line)(?:\s?\.\s?|\s?\(?dot\)?\s|\s)me\s?(?:\/|slash\b)\s?[\w.+-]{3,40}/gi, 'link'],
  [/\b(?:bit\s?\.?\s?ly|tinyurl|goo\s?\.?\s?gl)\s(?:dot\scom\s)?(?:slash|\/)\s?\w{2,40}/gi, 'link'],
  [/\bhxxps?:\/\/[^\s<>"'\])]+/gi, 'link'],
  [/\bwww[\s.,]{1,2}[\w-]{2,40}[\s.,]{1,2}(?:com|net|org|sg|xyz)\b/gi, 'link'],
  [/(?<![\p{L}\p{N}@./_-])(?:[\p{L}\p{N}-]{1,63}\.){1,5}xn--[a-z0-9-]{2,59}/giu, 'link'],
  // Addresses by words.
  [
    new RegExp(
      `${begin}[\\p{L}\\p{N}.%+]{2,64}\\s?[<_{*-]\\s?at\\s?[>_}*-]\\s?[\\p{L}\\p{N}]{2,63}(?:\\s?[<_{*-]\\s?dot\\s?[>_}*-]\\s?[a-z]{2,24}){1,3}`,
      'giu',
    ),
    'email',
  ],
  [
    new RegExp(`\\b(?:${mails})\\s?(?:\\s?(?:is|add|address|id|acc|account|:|=)){1,3}\\s?([a-z][\\w.+-]{2,60})`, 'gi'),
    'email',
  ],
  [new RegExp(`${begin}([a-z][\\w.+-]{2,60})\\s(?:${mails})\\s(?:dot\\s|\\.\\s?)?com\\b`, 'giu'), 'email'],
  [new RegExp(`${begin}[a-z]{1,30}[._\\d][\\w.+-]{1,40}\\s(?:${mails})\\b`, 'giu'), 'email'],
  // Halves of a number.
  [
    /\b(?:first|last|front|back|other|remaining|rest|starting|ending)\s(?:(?:of|the|my)\s){0,2}(?:half|four|4|digits?|numbers?)(?:\s?(?:digits?|numbers?|is|are|of|it|:|=|-)){0,4}\s?\d(?:[\s.*-]{0,3}\d){3,5}(?![\d.:/])/gi,
    'number',
  ],
  [
    /\b(?:number|digits)\s(?:starts?|begins?|ends?)(?:\s(?:with|in|by))?\s?\d(?:[\s.*-]{0,3}\d){2,6}(?![\d.:/])/gi,
    'number',
  ],
  [/\brest\s?(?:is|are|:|=)\s?\d(?:[\s.*-]{1,3}\d){3,5}(?![\d.:/])/gi, 'number'],
  [
    /\bmy\s(?:number|no|num|hp|phone|mobile|contact|digits)\b(?:\s?(?:is|starts?|begins?|with|:|=|\.)){0,3}\s?\d(?:[\s.*-]{0,3}\d){2,6}(?![\d.:/]|\s?(?:cc|km|m|kg)\b)/gi,
    'number',
  ],
  [
    /(?<![\d.$:/-])[3689]\d{3}\s?\(?(?:first|front|xxxx?|\.{3,6}|last|second)\)?\s?,?\s?(?:half\s)?\d{4}(?![\d.:/])(?:\s?\(?(?:last|back|second)\)?)?/gi,
    'number',
  ],
];

/** A text with such ways hidden, each by the mark of its kind. */
export function hideSpelledWays(text: string, marks: Readonly<Record<Way[1], string>>): string {
  return spelledWays.reduce(
    (rest, [pattern, kind]) =>
      rest.replace(pattern, (match: string, name: unknown) =>
        typeof name === 'string' && isPlainWord(name) ? match : marks[kind],
      ),
    text,
  );
}
