// Long because it is a table of what reads a stranger’s bytes.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import yazl from 'yazl';
import { peekClaims } from '#engine/auth/tokens.ts';
import { openBackup } from '#engine/backups/read-backup.ts';
import { castDate } from '#engine/fields/cast-date.ts';
import { compilePattern } from '#engine/fields/compile-pattern.ts';
import { isEmail, urlHost } from '#engine/fields/is-address.ts';
import { countImage } from '#engine/files/count-image.ts';
import { nameUpload } from '#engine/files/name-upload.ts';
import { sniffType } from '#engine/files/sniff-type.ts';
import { likePattern, matchesLike } from '#engine/filters/match-like.ts';
import { parseFilter } from '#engine/filters/parse-filter.ts';
import { clientIp } from '#engine/http/client-ip.ts';
import { excerptOf } from '#engine/http/excerpt-of.ts';
import { parseFields } from '#engine/http/pick-fields.ts';
import { readBody } from '#engine/http/read-body.ts';
import { readQuery } from '#engine/http/read-query.ts';
import { htmlToText } from '#engine/mail/html-to-text.ts';
import { writeCsv } from '#marketplace/platform/exports/write-csv.ts';
import { hideContacts } from '#rules/messages/hide-contacts.ts';
import { isZone } from '#rules/time/local-time.ts';
import { bankAndViews } from './worst-bank-and-views.ts';
import { calendarAndSort } from './worst-calendars.ts';
import { requestParts } from './worst-requests.ts';

/** Reads a text of strangers; what it answers, or that it refuses, is not asked here. */
type Reading = (text: string) => unknown;
/** `[before, again, after]`: the middle is what there is twice as much of. */
export type Shape = string | readonly [before: string, again: string, after: string];
export type Parser = {
  name: string;
  read: Reading;
  /** Steps by which the beginning of a text is less work than what follows, however long the text is; none unless told. A square would be tens of thousands over. */
  spared?: number;
  shapes: readonly Shape[];
};

const noRandom = { text: (length: number) => 'x'.repeat(length) } as never;
const most = 100_000_000;
const limits = { bytes: most, textBytes: most, keys: most, files: most, elements: most, levels: most };

/** A request with a body that comes in pieces. */
function bodyAs(contentType: string): Reading {
  return (text) => {
    const pieces = text.match(/[\s\S]{1,50}/g) ?? [];
    const raw = Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1')));
    const request = { headers: { 'content-type': contentType }, raw } as unknown as FastifyRequest;
    return readBody(request, { limits, held: undefined });
  };
}

/** One grey pixel. */
const pngHead = `\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08${'\0'.repeat(8)}`;
const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const forwarded = { headers: ['x-forwarded-for'], useLeftmostIP: false };
const jwtHead = Buffer.from('{"alg":"HS256"}').toString('base64url');

/** Every reader of what strangers send, with the shapes of text that are the most work for it. */
export const parsers: readonly Parser[] = [
  {
    name: 'filter',
    read: parseFilter,
    shapes: [
      ...[
        '(',
        'a=1&&',
        'a=1||',
        '//',
        '//\n',
        'a=f(',
        '"\\',
        "'\\'",
        '((a=1)&&',
        '-',
        'a.b.c:each',
        '(//"\n',
        '(//\'\n(//"\n',
      ],
      ['', '(', `a=1${')'.repeat(480)}`],
      ['(', '(a=1)&&', 'a=1)'],
      ['a=f(', '1,', '1)'],
      ['a="', 'b', '"'],
      ['a="', '\\"', '"'],
    ],
  },
  ...calendarAndSort,
  {
    name: 'fields',
    read: parseFields,
    shapes: ['a,', 'a.', 'a(,', ',', '*', ['a:excerpt(', '1', ')'], ['a:excerpt(', ' ', ')']],
  },
  {
    name: 'excerpt',
    read: (text) => excerptOf(text, { max: text.length, withEllipsis: true }),
    shapes: ['<', '<script', '<script>', '<a ', '<a x="', '&', '&amp', '</', '<!--', '<p>', '<form>', ' ', 'a ', '🚗'],
  },
  {
    name: 'file type',
    read: (text) => sniffType(Buffer.from(text, 'latin1')),
    shapes: [
      '{',
      '[',
      '{"a":[',
      'a,b\n',
      '<',
      '<!--',
      ' ',
      '\0',
      'PK\x03\x04',
      '%PDF',
      '"\\',
      ['[', '1,', '1]'],
      ['{"a":"', '\\"', '"}'],
    ],
  },
  ...[
    {
      type: 'image/jpeg',
      head: '\xff\xd8',
      parts: ['\xff\xfe\0\x02', '\xff\0', '\xff\xd0', '\xff', 'a', '\xff\xc0\0\x02', '\xff\xda\0\x02'],
    },
    {
      type: 'image/png',
      head: `\x89PNG\r\n\x1a\n${pngHead}`,
      parts: ['\0\0\0\0tEXt1234', '\0\0\0\0IDAT1234', '\0\0\0\x01zTXt 1234', 'a'],
    },
    { type: 'image/webp', head: 'RIFF1234WEBP', parts: ['ANMF\0\0\0\0', 'VP8X\0\0\0\0', 'VP8 \x01\0\0\0aa', 'a'] },
    {
      type: 'image/gif',
      head: `GIF89a${'\x01\0'.repeat(3)}\0`,
      parts: ['!\xfe\0', `,${'\0'.repeat(10)}`, '!\xfe\x01a\0', '!\xfe\xff', 'a'],
    },
  ].map(({ type, head, parts }) => ({
    name: `parts of an image (${type})`,
    read: (text: string) => countImage(Buffer.from(text, 'latin1'), type),
    shapes: parts.map((part): Shape => [head, part, '']),
  })),
  {
    name: 'JSON body',
    read: bodyAs('application/json'),
    shapes: [
      ...['[', '{', ' ', '"', '\\', '"\\"', '1', ','],
      ['{"a":"', '\\\\', '"}'],
      ['{"a":"', '\\"', '"}'],
      ['{"a":[', '[],', '[]]}'],
      ['{', '"a":1,', '"a":1}'],
    ],
  },
  {
    name: 'urlencoded body',
    read: bodyAs('application/x-www-form-urlencoded'),
    shapes: ['a=&', 'a', '&', '=', '%', '%41', '+', ';', '@jsonPayload={}&', 'a=1&b=2&'],
  },
  {
    name: 'multipart body',
    read: bodyAs('multipart/form-data; boundary=x'),
    shapes: [
      ['', `${part('a')}1\r\n`, '--x--\r\n'],
      ['', `${part('f', '; filename="a.txt"')}1\r\n`, '--x--\r\n'],
      [part('a'), '\r\n--', '\r\n--x--\r\n'],
      [part('a'), '-', '\r\n--x--\r\n'],
      ['--x\r\nContent-Disposition: form-data; name="', '\\"', '"\r\n\r\n1\r\n--x--\r\n'],
      ['--x\r\nContent-Disposition: form-data; name="a"', '; a="b"', '\r\n\r\n1\r\n--x--\r\n'],
      ['--x\r\nContent-Disposition: form-data; name="a"\r\n', 'x: y\r\n', '\r\n1\r\n--x--\r\n'],
      ['', '--x\r\n', '--x--\r\n'],
    ],
  },
  { name: 'query', read: readQuery, shapes: ['a=1&', '&', '=', '%', '%41', '+', ';', 'a'] },
  {
    name: 'addresses in a header',
    read: (text) => clientIp({ 'x-forwarded-for': text }, '127.0.0.1', forwarded),
    shapes: [',', ' ', 'a,', '1.', ':', '::1,x', '1.2.3.4.'],
  },
  { name: 'token', read: peekClaims, shapes: ['.', 'a', [`${jwtHead}.`, 'eyJhIjox', '.'], '=', '%'] },
  {
    name: 'mail address',
    read: isEmail,
    shapes: ['a', 'a.', '.', '@', 'a@', ['a@', 'b.', 'c'], ['a@', 'b-', 'c'], ['a@', '-', '']],
  },
  {
    name: 'web address',
    read: urlHost,
    shapes: [
      'a',
      '.',
      '/',
      ':',
      '%',
      '@',
      'http://',
      ['http://', 'a.', 'b'],
      ['http://', 'a-', '.'],
      ['http://', '1.', '1'],
    ],
  },
  { name: 'date', read: castDate, shapes: ['1', '2026-', '2026-01-01 ', ' ', 'Mon, ', 'A'] },
  { name: 'zone name', read: isZone, shapes: ['a', 'Asia/', '/', '+', '_', 'A-'] },
  {
    name: 'name of an upload',
    read: (text) => nameUpload(text, '.txt', noRandom),
    shapes: ['a', '.', 'A', 'aA', '-', '_', ' ', '.a'],
  },
  {
    name: 'pattern of a field',
    read: compilePattern,
    shapes: ['a', '(a)', 'a|', '[a]', '\\d', 'a+', '(', '[', ['[', 'a-z', ']']],
  },
  {
    name: 'pattern of LIKE',
    read: (text) => matchesLike(text, likePattern('%ab%a%aab%')),
    shapes: ['a', 'ab', 'aa', '%', '_', '\\'],
  },
  {
    name: 'LIKE',
    read: (text) => matchesLike('a'.repeat(30), likePattern(`%${text}`)),
    shapes: ['a', '%', '%a', '_', '\\', '\\%'],
  },
  {
    name: 'message',
    read: hideContacts,
    // A run of digits is compared with telephone numbers from its eighth on, and with the words of numbers.
    spared: 25_000,
    shapes: [
      ...[
        'a',
        'a@',
        'a@b.',
        'a at ',
        'a at b dot ',
        '1',
        '1 ',
        '12 ',
        '+',
        '+6',
        '+6 ',
        '00',
        'one ',
        'double one ',
        'double ',
        'FOUR\tTRIPLE\t',
        'one, two - ',
        'http://',
        't.me/',
        '#1-',
        'blk ',
        'S',
        'S(',
        '(at)',
        '.',
        '-',
        ' ',
      ],
      ['a@', 'b ', ''],
      ['a@', 'b-', ''],
      ['a@b', ' dot ', ''],
      ['', 'a.', '@'],
    ],
  },
  {
    name: 'HTML of a mail',
    read: htmlToText,
    shapes: [
      '<',
      '<a ',
      '<style',
      '<style>',
      '<!--',
      '<p>',
      '<a href="',
      '<a href="x">',
      '</a>',
      '&',
      ' ',
      'a ',
      '<li>',
    ],
  },
  {
    name: 'CSV',
    read: (text) => writeCsv(['a'], [[text], [`=${text}`]]),
    shapes: ['"', '1', ',', '\n', '=', '-', 'a"'],
  },
  ...bankAndViews,
  ...requestParts,
  {
    name: 'message of spelled ways',
    read: hideContacts,
    spared: 60_000,
    shapes: [
      ...'v信\t|微信 id |t*at-a*dot-|t-at>ddodbatad|a*at*bb*dot*cc|gmail is |aaa gmail |my number is 1 |line: a|www .a .|a.a.xn--|first half |rest 9 '.split(
        '|',
      ),
      ['ab', ' <at> cd', ' <dot> ee'],
    ],
  },
  {
    name: 'message in disguise',
    read: hideContacts,
    // Counted after all others, where V8 loses some of the smaller count.
    spared: 60_000,
    shapes: [
      ...'9|9 |九|9then |$9 |9.1 |1/5 |double|nine|ig |ig id |@a|@a.|a at gmail |a.bc/|\u0669|\ufdfa|⑽|a.|a. |a dot |a(|ninety |9l|аa'.split(
        '|',
      ),
      ['9', ' ', '1'],
    ],
  },
];

/** A zip with so many parts. */
export async function zipOf(parts: number): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (let count = 0; count < parts; count++) zip.addBuffer(Buffer.from('x'), `files/c/r/${count}`);
  zip.addBuffer(Buffer.from('{}'), 'manifest.json');
  zip.end();
  return buffer(zip.outputStream);
}

export { openBackup };
