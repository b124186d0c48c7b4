/** A group of digits in a text, however they are written, and what is between it and the group before. */
type Group = { digits: string; start: number; end: number; gap: string; isApart: boolean; isTens: boolean };
type Span = { start: number; end: number };

/** Zero to nine as they are said, in the languages of the product and as Malay, Mandarin and Tamil are typed here. */
const saidDigits = [
  'zero oh kosong sifar nol ling lin cero zéro null பூஜ்யம் பூச்சியம் pujyam',
  'one satu yi yat yao uno un eins ஒன்று onnu ondru',
  'two dua er liang dos deux zwei இரண்டு rendu irandu',
  'three tiga san tres trois drei மூன்று moonu moondru',
  'four empat si sei cuatro quatre vier நான்கு naalu nalu naangu',
  'five lima wu cinco cinq fünf fuenf ஐந்து anju ainthu',
  'six enam liu lok seis sechs ஆறு aaru',
  'seven tujuh qi siete sept sieben ஏழு ezhu elu',
  'eight lapan delapan ba baat ocho huit acht எட்டு ettu',
  'nine sembilan jiu gau nueve neuf neun ஒன்பது onbathu onbadhu',
];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
/** Right before a digit they are one before it. Alone they have a zero behind them. */
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const digitsOfWords = new Map([
  ...saidDigits.flatMap((words, digit) => words.split(' ').map((word) => [word, String(digit)] as const)),
  ...teens.map((word, place) => [word, String(place + 10)] as const),
  ...tens.map((word, place) => [word, String(place + 2)] as const),
]);
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** Words that people put between the digits of a number, as the signs that they are. Every other word sets numbers apart. */
const joining = new Map([
  ['and', ','],
  ['then', ','],
  ['comma', ','],
  ['dash', '-'],
  ['hyphen', '-'],
  ['dot', '.'],
  ['point', '.'],
  ['space', ' '],
  ['slash', '/'],
]);

const han = '零〇一二三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖幺';
const hanDigits = '001234567891223345667891';
const ofHan = new Map([...han].map((sign, place) => [sign, hanDigits[place] ?? '']));
const token =
  /\d+|[零〇一二三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖幺]+|(?:(?![零一二三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖幺])[\p{L}\p{M}])+|[^\d〇\p{L}\p{M}]+/gu;
const onlyDigitWords = /^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)+$/;
const eachDigitWord = /zero|oh|one|two|three|four|five|six|seven|eight|nine/g;

const dates = [
  /(?<!\d|\d[./-])(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:19|20)\d\d(?!\d|[./-]\d)/g,
  /(?<!\d|\d\/)(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])\/\d\d(?!\d|\/\d)/g,
  /(?<!\d|\d[./-])(?:19|20)\d\d[./-](?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01])(?!\d|[./-]\d)/g,
];
/** Times; amounts; decimals; shares; days of a month and marks of a test. */
const figures = [
  /(?<!\d|\d[.:])(?:[01]?\d|2[0-3])[.:][0-5]\d(?!\d|[.:]\d)/g,
  /\p{Sc}\s?\d{1,5}(?:\.\d\d)?(?!\d)/gu,
  /\p{Sc}\s?\d{1,2},\d{3}(?:\.\d\d)?(?!\d)/gu,
  /(?<!\d|\d\.)\d{1,3}\.\d0\s?[-–]\s?\d{1,3}\.\d0(?!\d|\.\d)/g,
  /(?<!\d|\d\.|\d%)\d{1,3}(?:\.\d)?\s?%(?!\d)/g,
  /(?<!\d|\d\.|\d%)\d{1,3}\.\d(?!\d|\.\d|%\d)/g,
  /(?<!\d|\d\/)\d{1,3}\/(?:0?[1-9]|1[0-2]|\d{1,2}[05])(?!\d|\/\d)/g,
];
// A figure right beside three digits and more is part of a number, unless they are a time as in 0930.
const digitsBehind = /^[^\p{L}\p{N}]{1,3}(?!(?:[01]\d|2[0-3])[0-5]\d(?!\d))\d{3}/u;
const digitsBefore = /\d{3}[^\p{L}\p{N}]{1,3}$/u;

/** Local numbers, with the country's code or without, and Malaysian ones. */
const number = /^(?:(?:65)?[3689]\d{7}|01\d{7,9}|60[13]\d{7,9})$/;
const start = /^(?:[3689]|01?)/;
const mostDigits = 12;

/**
 * Where telephone numbers are in a text whose digits are 0 to 9. Anything may be between their digits but words, dates, times and amounts: signs that
 * people use are too many to list. Each group of digits is the beginning of at most twelve others, so that long texts take time by their length.
 */
export function findNumbers(text: string): Span[] {
  const shown = withoutFigures(text);
  // A letter between digits is a sign between them, or stands for the digit that it looks like; so does a digit in a word.
  const readings = [withoutLetters(shown), asDigits(shown), withoutLetters(asLetters(shown))];
  const found = readings.flatMap(numbersIn).sort((a, b) => a.start - b.start);
  return found.reduce<Span[]>((joined, span) => {
    const last = joined.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
    return joined;
  }, []);
}

function numbersIn(text: string): Span[] {
  const groups = groupsIn(text);
  const found: Span[] = [];
  for (let first = 0; first < groups.length; first++) {
    const last = endOfNumber(groups, first);
    const [from, to] = [groups[first], groups[last]];
    if (!from || !to) continue;
    found.push({ start: text[from.start - 1] === '+' ? from.start - 1 : from.start, end: to.end });
    first = last;
  }
  return found;
}

/** The same text, as long, in which dates, times and amounts are letters, and letters and digits in each other's place are put right. */
function withoutFigures(text: string): string {
  const cover = (figure: string) => 'x'.repeat(figure.length);
  let shown = text;
  for (const date of dates) shown = shown.replace(date, cover);
  for (const figure of figures) {
    shown = shown.replace(figure, (match: string, at: number, whole: string) => {
      const end = at + match.length;
      const isPart =
        digitsBehind.test(whole.slice(end, end + 8)) || digitsBefore.test(whole.slice(Math.max(0, at - 8), at));
      return isPart ? match : cover(match);
    });
  }
  return shown.replace(/(?<=\d)[lI](?=\d)/g, '1').replace(/(?<=\d)[oO](?=\d)/g, '0');
}

const withoutLetters = (text: string) => text.replace(/(?<=\d)[a-z](?=\d)/gi, ' ');

const asLetters = (text: string) => text.replace(/(?<=[a-z])1(?=[a-z])/gi, 'i').replace(/(?<=[a-z])0(?!\d)/gi, 'o');

const looks: Readonly<Record<string, string>> = { s: '5', z: '2', b: '8', e: '3', g: '9', q: '9' };

function asDigits(text: string): string {
  return text.replace(/(?<=\d)[szbegq](?=\d)/gi, (letter) => looks[letter.toLowerCase()] ?? letter);
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let [gap, isApart] = ['', true];
  let repeated: { times: number; start: number } | undefined;
  for (const { 0: part, index } of text.matchAll(token)) {
    const word = part.toLowerCase();
    const digits = digitsOf(word);
    const times = repeats.get(word);
    if (digits !== '') {
      const all = digits.length === 1 ? digits.repeat(repeated?.times ?? 1) : digits;
      const end = index + part.length;
      groups.push({ digits: all, start: repeated?.start ?? index, end, gap, isApart, isTens: tens.includes(word) });
      [gap, isApart, repeated] = ['', false, undefined];
    } else if (times) repeated = { times, start: index };
    else {
      const between = joining.get(word) ?? part;
      if (/^[\p{L}\p{M}]/u.test(between)) [isApart, repeated] = [true, undefined];
      gap += between;
    }
  }
  return groups.map((group, place) => (group.isTens ? withTens(group, groups[place + 1]) : group));
}

function withTens(group: Group, next: Group | undefined): Group {
  const isCounted = next?.digits.length === 1 && !next.isTens && /^[\s-]{1,2}$/.test(next.gap);
  return isCounted ? group : { ...group, digits: `${group.digits}0` };
}

function digitsOf(word: string): string {
  if (/^\d/.test(word)) return word;
  if (ofHan.has([...word][0] ?? '')) return [...word].map((sign) => ofHan.get(sign) ?? '').join('');
  const said = digitsOfWords.get(word);
  if (said !== undefined) return said;
  if (!onlyDigitWords.test(word)) return '';
  return word.replace(eachDigitWord, (name) => digitsOfWords.get(name) ?? '');
}

/** The last group of the longest number that begins with this group; -1 where none does. */
function endOfNumber(groups: readonly Group[], first: number): number {
  let digits = '';
  let end = -1;
  for (let last = first; last < groups.length && digits.length < mostDigits; last++) {
    const group = groups[last];
    if (!group || (last > first && group.isApart)) break;
    digits += group.digits;
    if (!start.test(digits)) break;
    if (number.test(digits) && !isList(groups.slice(first, last + 1))) end = last;
  }
  return end;
}

/** Days, hours, buses and marks after each other, as in "8, 9, 10 and 12": with a comma or the like, and no digits one by one. */
function isList(groups: readonly Group[]): boolean {
  if (groups.length < 3 || groups.every(({ digits }) => digits.length === 1)) return false;
  const values = groups.map(({ digits }) => Number(digits));
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  // Speeds and the like, as in "60 70 80 90".
  if (step >= 5 && values.slice(1).every((value, place) => value - (values[place] ?? 0) === step)) return true;
  const gaps = groups.slice(1).map(({ gap }) => gap);
  const areDays = groups.every(({ digits }) => digits.length <= 2 && Number(digits) <= 31);
  if (areDays && gaps.some((gap) => /[,/&]/.test(gap))) return true;
  return (
    groups.every(({ digits }) => digits.length <= 3) &&
    gaps.every((gap) => /^\s*[,&]+\s+$/.test(gap) || /^\s+,\s*$/.test(gap))
  );
}
