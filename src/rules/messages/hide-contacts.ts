import { findPostalSector } from '../places/postal-sectors.ts';
import { hideNric } from '../privacy/hide-nric.ts';

/** What stands in the place of something hidden. */
export const hiddenMarks = {
  number: '[number hidden]',
  email: '[email hidden]',
  link: '[link hidden]',
  address: '[address hidden]',
} as const;

/** Between the digits of a number that people write: spaces, dots, dashes, brackets and the like, three at most. */
const gap = '[\\s.,\\-–_()*/·]{1,3}';

// Invisible characters are how numbers are smuggled past eyes that only look for digits.
const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;

// A name is looked at from its beginning alone: from each of its letters on, long ones would take time by their square.
const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]+)+/giu;
const spelledEmail =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s+at\s+(?:[\p{L}\p{N}-]+\s+dot\s+)+(?:com|net|org|sg|edu|me|io)\b/giu;
const chatLink =
  /(?:https?:\/\/)?(?:www\.)?(?:wa\.me|t\.me|telegram\.me|line\.me|api\.whatsapp\.com|instagram\.com|facebook\.com|fb\.me|m\.me)\/\S+/gi;
const webLink = /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"'\])]+/gi;
// Without a scheme a host is known by its end. Ends that are words as well ("ok.me too") are left out, and pages of the state are nobody's contact.
const bareHost =
  /(?<![\p{L}\p{N}@._/-])(?:[\p{L}\p{N}-]{1,63}\.){1,6}(?:com|net|org|info|biz|sg|io|app|link|xyz|site|shop|online|page|dev|gg|ly|example)(?:\/[^\s<>"'\])]*|(?![\p{L}\p{N}@-]))/giu;
const ofTheState = /(?:^|\.)gov\.sg(?:$|\/)/i;
const chats =
  'whats\\s?app|telegram|tele|tg|instagram|insta|ig|line|wechat|weixin|signal|facebook|fb|messenger|tiktok|viber|kakao(?:talk)?|discord|snapchat|snap';
/** A name that somebody is found by in another chat: the chat's own before or behind it. */
const handle = new RegExp(
  `\\b(?:${chats})\\b(?:\\s(?:id|handle|user|username|name|me|at|is|on|my|acc|account)){0,3}\\s?[:=-]?\\s?@[\\w.]{2,40}|(?<![\\w.])@[\\w.]{2,40}\\s(?:on|at|in)\\s(?:${chats})\\b`,
  'gi',
);
const foreignNumber = /(?:\+|(?<!\d)00)\s?\d(?:[\s.\-–()]{0,3}\d){7,14}(?!\d)/g;
const digitWords = 'zero|oh|one|two|three|four|five|six|seven|eight|nine|\\d';
const spelledNumber = new RegExp(
  `\\b(?:(?:double\\s+|triple\\s+)?(?:${digitWords})[\\s,.\\-]{1,3}){6,20}(?:${digitWords})\\b`,
  'gi',
);
const digitRun = new RegExp(`(?<![\\d$])\\d+(?:${gap}\\d+)*(?!\\d)`, 'g');
const unit = /#\s?\d{1,3}\s?[-–]\s?\d{1,5}[A-Z]?/gi;
const block = /\b(?:blk|block)\.?\s?\d{1,4}[A-Z]?\b/gi;
const postalCode = /(?<!\d|[$#])(?:(?:S|Singapore)\s?\(?\s?)?(\d{6})\)?(?!\d|\s?(?:km|m)\b)/gi;

/**
 * A message's text with phone numbers, mail addresses, links, ways into other chats, exact addresses and NRIC numbers hidden, as everything is that is written
 * before a confirmed lesson (domain rule 30). Dates, times, prices and plates stay. Hiding twice changes nothing more.
 */
export function hideContacts(text: string): { text: string; isChanged: boolean } {
  const plain = text.normalize('NFKC').replace(invisible, '');
  const hidden = hideNric(plain)
    .replace(chatLink, hiddenMarks.link)
    .replace(handle, hiddenMarks.link)
    .replace(email, hiddenMarks.email)
    .replace(spelledEmail, hiddenMarks.email)
    .replace(webLink, (url) => (ofTheState.test(hostOf(url)) ? url : hiddenMarks.link))
    .replace(bareHost, (host) => (ofTheState.test(hostOf(host)) ? host : hiddenMarks.link))

    .replace(foreignNumber, hiddenMarks.number)
    .replace(digitRun, hideLocalNumbers)
    .replace(spelledNumber, (run) => (/[a-z]/i.test(run) ? hiddenMarks.number : run))
    .replace(unit, hiddenMarks.address)
    .replace(block, hiddenMarks.address)
    .replace(postalCode, (match, digits: string) => (findPostalSector(digits) ? hiddenMarks.address : match));
  return hidden === plain ? { text, isChanged: false } : { text: hidden, isChanged: true };
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//i, '').split(/[/?#]/)[0] ?? '';
}

/** Hides each local number in a run of groups of digits; what stands before and after it in the run stays. */
function hideLocalNumbers(run: string): string {
  const parts = run.split(/(\D+)/);
  const shown: string[] = [];
  for (let first = 0; first < parts.length; first += 2) {
    const last = endOfLocalNumber(parts, first);
    shown.push(last === undefined ? (parts[first] ?? '') : hiddenMarks.number);
    first = last ?? first;
    shown.push(parts[first + 1] ?? '');
  }
  return shown.join('');
}

// Groups are at the even places, what is between them at the odd ones. The longest first: with its country's code a number is longer.
function endOfLocalNumber(parts: readonly string[], first: number): number | undefined {
  const farthest = Math.min(parts.length - 1, first + 2 * 9);
  for (let last = farthest; last >= first; last -= 2) {
    if (isLocalNumber(parts.slice(first, last + 1))) return last;
  }
  return undefined;
}

// Eight digits in one go, four and four, or with the same sign between all groups. Other runs of digits are dates, times and prices;
// with commas only single digits are a number, as "8, 9, 10" is a list.
function isLocalNumber(parts: readonly string[]): boolean {
  const isWithCode = /^65/.test(parts[0] ?? '') && parts.join('').replace(/\D/g, '').length === 10;
  const own = isWithCode ? withoutCode(parts) : parts;
  const groups = own.filter((_, place) => place % 2 === 0);
  if (!/^[3689]\d{7}$/.test(groups.join(''))) return false;
  const gaps = new Set(own.filter((_, place) => place % 2 === 1).map((between) => between.replace(/(.)\1+/g, '$1')));
  if ([...gaps].some((between) => between.includes(',')) && groups.some(({ length }) => length > 1)) return false;
  return gaps.size <= 1 || groups.slice(-2).every(({ length }) => length === 4);
}

function withoutCode([first = '', ...rest]: readonly string[]): readonly string[] {
  return first === '65' ? rest.slice(1) : [first.slice(2), ...rest];
}
