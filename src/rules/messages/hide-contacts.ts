import { findPostalSector } from '../places/postal-sectors.ts';
import { foldLookalikes } from '../privacy/fold-lookalikes.ts';
import { foldSigns } from '../privacy/fold-signs.ts';
import { hideNric } from '../privacy/hide-nric.ts';
import { findNumbers } from './find-numbers.ts';
import { bareHost, isHost, spacedHosts } from './hosts.ts';
import { isPlainWord } from './plain-words.ts';
import { hideSpelledWays } from './spelled-ways.ts';

/** What stands in the place of something hidden. */
export const hiddenMarks = {
  number: '[number hidden]',
  email: '[email hidden]',
  link: '[link hidden]',
  address: '[address hidden]',
} as const;

// Invisible characters are how numbers are smuggled past eyes that only look for digits; the rest is what makes a key of a digit.
const invisible = /\p{Cf}|\ufe0f|\u20e3|\u034f/gu;
const otherDigit = /(?![0-9])\p{Nd}|[⓿❶-❾⓵-⓽➀-➈➊-➒]/gu;
// Between small Latin letters; names of other scripts are set apart by them.
const otherDot = /(?<=[a-z])[·•‧∙・。｡](?=[a-z])/gu;
const ringedOnes = [0x2776, 0x24f5, 0x2780, 0x278a];

// A name is looked at from its beginning alone: from each of its letters on, long ones would take time by their square.
const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]+)+/giu;
const spelledEmail =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s+at\s+(?:[\p{L}\p{N}-]+\s+dot\s+)+(?:com|net|org|sg|edu|me|io)\b/giu;
/** Those of mail for all, whose ends people leave away. */
const knownMail =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:\s{0,3}(?:@|\(at\)|\[at\])\s{0,3}|\s{1,3}at\s{1,3})(?:gmail|googlemail|hotmail|yahoo|outlook|icloud|protonmail)\b(?:[\s.]{1,3}(?:dot\s)?(?:com|sg|net|org|co|my|uk|me)\b){0,2}/giu;
const chatLink =
  /(?:https?:\/\/)?(?:www\.)?(?:wa\.me|t\.me|telegram\.me|line\.me|api\.whatsapp\.com|instagram\.com|facebook\.com|fb\.me|m\.me)\/\S+/gi;
const webLink = /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"'\])]+/gi;
const ofTheState = /(?:^|\.)gov\.sg(?:$|\/)/i;
/** Chats by names that are no other words, and those by words that are. */
const chats =
  'whats\\s?app|telegram|tele|tg|instagram|insta|ig|wechat|weixin|wx|vx|facebook|fb|tiktok|viber|kakao(?:talk)?|discord|snapchat|skype|zalo|xiaohongshu|rednote|carousell';
const anyChat = `${chats}|line|signal|messenger|snap`;
/** With WhatsApp's short name, which is a word by itself ("wa lau eh"). */
const shortChats = `${chats}|wa`;
/** What only names have inside: a digit, a line or a dot. Stations are written alike. */
const marked = '(?!(?:ew|ns|ne|cc|dt|te|ce|cg)\\d)[a-z]{1,30}(?:[\\d_]|\\.\\w)[\\w.]{0,40}';
/** `@9`, `@1030` and `@9am` are times. */
const notTime = '(?!\\d{1,4}(?:[ap]m)?(?![\\w.]))';
/** A name that somebody is found by in another chat: the chat's own before or behind it. */
const handle = new RegExp(
  [
    `\\b(?:${anyChat}|wa)\\b(?:\\s(?:id|handle|user|username|name|me|at|is|on|my|acc|account)){0,3}\\s?[:=-]?\\s?@${notTime}[\\w.]{1,40}`,
    `(?<![\\w.])@${notTime}[\\w.]{1,40}\\s(?:on|at|in)\\s(?:${anyChat}|wa)\\b`,
    `\\b(?:${anyChat})\\s(?:id|handle|username)(?:\\sis)?\\s?[:=-]?\\s?\\w[\\w.]{1,40}`,
    `\\b(?:${shortChats})\\b(?:\\s(?:user|name|me|at|is|on|my|acc|account)){0,3}\\s?-?\\s?${marked}`,
  ].join('|'),
  'gi',
);
/** A name of letters alone right behind the chat's, or behind a sign that says what it is; words of a language are none (`isPlainWord`). */
const spokenHandle = new RegExp(
  [
    `\\b(?:${shortChats})\\b(?:\\s(?:acc|account|name|user))?(?:\\s?(?:->|is:|[^\\w\\s.,;?!'’"()\\[\\]-]{1,4})\\s?|\\s-\\s?)(\\w[\\w.]{1,40})`,
    `\\b(?:${shortChats})\\s?\\(\\s?([a-z][\\w.]{1,40})\\s?\\)`,
    `\\b(?:${chats})\\b(?:\\s(?:acc|account|name|user|is|my|me|at|on|as)){0,2}\\s{1,3}([a-z][a-z._]{3,40})(?![\\w@-])`,
    `\\b(?:ig|fb|instagram|facebook|telegram|tiktok|wechat)-([a-z][a-z._]{3,40})(?![\\w@-])`,
    `\\b(?:add|find|follow|dm|pm|msg|search|look\\sup|look\\sfor)\\s(?:for\\s|me\\s(?:as|at)\\s)?([a-z][\\w.]{3,40})\\s(?:on|in|at|via)\\s(?:${chats})\\b`,
  ].join('|'),
  'gi',
);
const spokenPlaces = 5;
/** Digits one by one behind a chat's name: a part of a number, whose rest may be written elsewhere. */
const spacedDigits = new RegExp(
  `\\b(?:${shortChats})\\b(?:\\s(?:me|no|num|number|is|at|on)){0,3}\\s?[:=.-]?\\s?\\d(?:[\\s.*_-]{1,3}\\d){3,14}(?!\\d)`,
  'gi',
);
const bareHandle = new RegExp(`(?<![\\w.@])@${marked}`, 'gi');
/** The name of a chat as a word of its own: in a person's name there is none. */
export const chatName =
  /(?<![\p{L}\p{N}])(?:whats\s?app|telegram|tele|instagram|insta|ig|wechat|weixin|facebook|fb|tiktok|snapchat)(?![\p{L}\p{N}])/iu;
const foreignNumber = /(?:\+|(?<!\d)00)\s?\d(?:[\s.\-–()]{0,3}\d){7,14}(?!\d)/g;
const digitWords = 'zero|oh|one|two|three|four|five|six|seven|eight|nine|\\d';
const spelledNumber = new RegExp(
  `\\b(?:(?:double\\s+|triple\\s+)?(?:${digitWords})[\\s,.\\-]{1,3}){6,20}(?:${digitWords})\\b`,
  'gi',
);
const unit = /#\s?\d{1,3}\s?[-–]\s?\d{1,5}[A-Z]?/gi;
const block = /\b(?:blk|block)\.?\s?\d{1,4}[A-Z]?\b/gi;
const postalCode = /(?<!\d|[$#])(?:(?:S|Singapore)\s?\(?\s?)?(\d{6})\)?(?!\d|\s?(?:km|m)\b)/gi;

/**
 * A message's text with phone numbers, mail addresses, links, ways into other chats, exact addresses and NRIC numbers hidden, as everything is that is written
 * before a confirmed lesson (domain rule 30). Dates, times, prices and plates stay. Hiding twice changes nothing more.
 */
export function hideContacts(text: string): { text: string; isChanged: boolean } {
  const plain = readSigns(text);
  const keepState = (host: string) => (ofTheState.test(hostOf(host)) ? host : hiddenMarks.link);
  const withoutMail = hideNric(plain)
    .replace(unit, hiddenMarks.address)
    .replace(block, hiddenMarks.address)
    .replace(chatLink, hiddenMarks.link)
    .replace(handle, hiddenMarks.link)
    .replace(spacedDigits, hiddenMarks.number)
    .replace(spokenHandle, (match, ...found: (string | undefined)[]) =>
      isPlainWord(found.slice(0, spokenPlaces).find((name) => name !== undefined) ?? '') ? match : hiddenMarks.link,
    )
    .replace(email, hiddenMarks.email)
    .replace(spelledEmail, hiddenMarks.email)
    .replace(knownMail, hiddenMarks.email);
  const withoutLinks = spacedHosts
    .reduce(
      (rest, host) => rest.replace(host, hiddenMarks.link),
      withoutMail.replace(bareHandle, hiddenMarks.link).replace(webLink, keepState),
    )
    .replace(bareHost, (...found) => (isHost(found) ? keepState(found[0]) : found[0]))
    .replace(foreignNumber, hiddenMarks.number);
  const numbered = hideNumbers(withoutLinks)
    .replace(spelledNumber, (run) => (/[a-z]/i.test(run) ? hiddenMarks.number : run))
    .replace(postalCode, (match, digits: string) => (findPostalSector(digits) ? hiddenMarks.address : match));
  const hidden = hideSpelledWays(numbered, hiddenMarks);
  return hidden === plain ? { text, isChanged: false } : { text: hidden, isChanged: true };
}

/** A text as a reader takes its signs: without invisible ones, dots and digits of other scripts as ours. */
export function readSigns(text: string): string {
  return foldLookalikes(foldSigns(text.replace(invisible, '')))
    .replace(otherDot, '.')
    .replace(otherDigit, asDigit);
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//i, '').split(/[/?#]/)[0] ?? '';
}

/** The digit that another script or a ring around it stands for. The ten digits of each script come after each other. */
function asDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (sign === '⓿') return '0';
  const ringed = ringedOnes.find((one) => code >= one && code < one + 9);
  if (ringed !== undefined) return String(code - ringed + 1);
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

function hideNumbers(text: string): string {
  const found = findNumbers(text);
  const starts = [0, ...found.map(({ end }) => end)];
  return starts.map((from, place) => text.slice(from, found[place]?.start)).join(hiddenMarks.number);
}
