import { JsonTooLarge, parseWholeJson } from '../http/parse-json.ts';

/** What the bytes of a file are: the type as HTTP writes it, the extension that goes with it, other names of the type. */
export type FileType = { type: string; extension: string; aliases?: readonly string[] };

type Signature = FileType & { matches: (head: Head) => boolean };
type Head = { bytes: Buffer; latin: string };

/** So much of a file is looked at; but JSON is JSON as a whole. */
export const headBytes = 3072;

function startsWith(...prefixes: string[]) {
  return ({ latin }: Head) => prefixes.some((prefix) => latin.startsWith(prefix));
}

function hasAt(offset: number, text: string) {
  return ({ latin }: Head) => latin.startsWith(text, offset);
}

function zipWith(...folders: string[]) {
  return ({ latin }: Head) => latin.startsWith('PK\x03\x04') && folders.some((folder) => latin.includes(folder));
}

function brand(pattern: RegExp) {
  return ({ latin }: Head) => latin.startsWith('ftyp', 4) && pattern.test(latin.slice(8, 12));
}

function riff(kind: string) {
  return ({ latin }: Head) => latin.startsWith('RIFF') && latin.startsWith(kind, 8);
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const binary: Signature[] = [
  { type: 'image/png', extension: '.png', matches: startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', extension: '.jpg', matches: startsWith('\xff\xd8\xff') },
  { type: 'image/gif', extension: '.gif', matches: startsWith('GIF87a', 'GIF89a') },
  { type: 'image/webp', extension: '.webp', matches: riff('WEBP') },
  { type: 'image/tiff', extension: '.tiff', matches: startsWith('II*\0', 'MM\0*') },
  { type: 'image/x-icon', extension: '.ico', matches: startsWith('\0\0\x01\0', '\0\0\x02\0') },
  { type: 'image/avif', extension: '.avif', matches: brand(/^avi[fs]$/) },
  { type: 'image/heic', extension: '.heic', matches: brand(/^hei[cx]$/) },
  { type: 'image/heif', extension: '.heif', matches: brand(/^mif1$/) },
  { type: 'image/bmp', extension: '.bmp', aliases: ['image/x-bmp', 'image/x-ms-bmp'], matches: startsWith('BM') },
  { type: 'text/plain; charset=utf-16le', extension: '.txt', matches: startsWith('\xff\xfe') },
  { type: 'text/plain; charset=utf-16be', extension: '.txt', matches: startsWith('\xfe\xff') },
  { type: 'application/postscript', extension: '.ps', matches: startsWith('%!PS-Adobe-') },
  { type: 'application/pdf', extension: '.pdf', aliases: ['application/x-pdf'], matches: startsWith('%PDF-') },
  { type: `${office}.wordprocessingml.document`, extension: '.docx', matches: zipWith('word/') },
  { type: `${office}.presentationml.presentation`, extension: '.pptx', matches: zipWith('ppt/') },
  { type: `${office}.spreadsheetml.sheet`, extension: '.xlsx', matches: zipWith('xl/') },
  { type: 'application/epub+zip', extension: '.epub', matches: zipWith('application/epub+zip') },
  { type: `${openDocument}.text`, extension: '.odt', matches: zipWith(`${openDocument}.text`) },
  { type: `${openDocument}.spreadsheet`, extension: '.ods', matches: zipWith(`${openDocument}.spreadsheet`) },
  { type: `${openDocument}.presentation`, extension: '.odp', matches: zipWith(`${openDocument}.presentation`) },
  {
    type: 'application/zip',
    extension: '.zip',
    aliases: ['application/x-zip', 'application/x-zip-compressed'],
    matches: startsWith('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'),
  },
  { type: 'application/gzip', extension: '.gz', aliases: ['application/x-gzip'], matches: startsWith('\x1f\x8b') },
  { type: 'application/x-7z-compressed', extension: '.7z', matches: startsWith('7z\xbc\xaf\x27\x1c') },
  {
    type: 'application/x-rar-compressed',
    extension: '.rar',
    aliases: ['application/x-rar'],
    matches: startsWith('Rar!\x1a\x07'),
  },
  { type: 'application/x-bzip2', extension: '.bz2', matches: startsWith('BZh') },
  { type: 'application/x-tar', extension: '.tar', matches: hasAt(257, 'ustar') },
  { type: 'application/x-ole-storage', extension: '', matches: startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { type: 'video/quicktime', extension: '.mov', matches: brand(/^qt {2}$/) },
  { type: 'video/3gpp', extension: '.3gp', aliases: ['video/3gp', 'audio/3gpp'], matches: brand(/^3gp/) },
  { type: 'audio/x-m4a', extension: '.m4a', matches: brand(/^M4A $/) },
  { type: 'video/x-m4v', extension: '.m4v', matches: brand(/^M4V/) },
  { type: 'video/mp4', extension: '.mp4', matches: hasAt(4, 'ftyp') },
  {
    type: 'video/webm',
    extension: '.webm',
    aliases: ['audio/webm'],
    matches: ({ latin }) => latin.startsWith('\x1aE\xdf\xa3') && latin.slice(0, 4096).includes('webm'),
  },
  { type: 'video/x-matroska', extension: '.mkv', matches: startsWith('\x1aE\xdf\xa3') },
  { type: 'video/x-msvideo', extension: '.avi', aliases: ['video/avi', 'video/msvideo'], matches: riff('AVI LIST') },
  { type: 'video/mpeg', extension: '.mpeg', matches: startsWith('\0\0\x01\xba', '\0\0\x01\xb3') },
  {
    type: 'audio/mpeg',
    extension: '.mp3',
    aliases: ['audio/x-mpeg', 'audio/mp3'],
    matches: startsWith('ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'),
  },
  {
    type: 'audio/wav',
    extension: '.wav',
    aliases: ['audio/x-wav', 'audio/vnd.wave', 'audio/wave'],
    matches: riff('WAVE'),
  },
  { type: 'audio/aac', extension: '.aac', matches: startsWith('\xff\xf1', '\xff\xf9') },
  { type: 'audio/flac', extension: '.flac', matches: startsWith('fLaC') },
  { type: 'audio/midi', extension: '.midi', aliases: ['audio/mid', 'audio/x-midi'], matches: startsWith('MThd') },
  {
    type: 'audio/ogg',
    extension: '.oga',
    matches: ({ latin }) =>
      latin.startsWith('OggS') && ['\x7fFLAC', '\x01vorbis', 'OpusHead'].some((codec) => latin.startsWith(codec, 28)),
  },
  { type: 'application/ogg', extension: '.ogg', aliases: ['application/x-ogg'], matches: startsWith('OggS') },
  { type: 'font/woff', extension: '.woff', matches: startsWith('wOFF') },
  { type: 'font/woff2', extension: '.woff2', matches: startsWith('wOF2') },
  { type: 'font/otf', extension: '.otf', matches: startsWith('OTTO') },
  { type: 'application/wasm', extension: '.wasm', matches: startsWith('\0asm') },
  { type: 'application/vnd.microsoft.portable-executable', extension: '.exe', matches: startsWith('MZ') },
  { type: 'application/x-elf', extension: '', matches: startsWith('\x7fELF') },
  {
    type: 'application/vnd.sqlite3',
    extension: '.sqlite',
    aliases: ['application/x-sqlite3'],
    matches: startsWith('SQLite format 3\0'),
  },
];

const htmlStart =
  /^\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]|^\s*<!--/i;
const svgNamespace = /\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/i;

const textual: Array<FileType & { matches: (text: string, whole: Buffer) => boolean }> = [
  { type: 'image/svg+xml', extension: '.svg', matches: isSvg },
  { type: 'text/html; charset=utf-8', extension: '.html', matches: (text) => htmlStart.test(text) },
  {
    type: 'text/xml; charset=utf-8',
    extension: '.xml',
    aliases: ['application/xml'],
    matches: (text) => /^\s*<\?xml/i.test(text),
  },
  { type: 'text/x-php', extension: '.php', matches: (text) => text.startsWith('<?php') },
  ...[
    { type: 'text/x-php', extension: '.php', name: 'php' },
    { type: 'text/javascript', extension: '.js', name: 'node' },
    { type: 'text/x-lua', extension: '.lua', name: 'lua' },
    { type: 'text/x-perl', extension: '.pl', name: 'perl' },
    { type: 'text/x-python', extension: '.py', name: 'python' },
    { type: 'text/x-ruby', extension: '.rb', name: 'ruby' },
    { type: 'text/x-tcl', extension: '.tcl', name: 'tclsh' },
    { type: 'text/x-shellscript', extension: '.sh', name: 'sh' },
  ].map(({ name, ...type }) => ({ ...type, matches: (text: string) => interpreterOf(text) === name })),
  { type: 'application/json', extension: '.json', matches: (text, whole) => /^\s*[{[]/.test(text) && isJson(whole) },
  { type: 'text/rtf', extension: '.rtf', aliases: ['application/rtf'], matches: (text) => text.startsWith('{\\rtf') },
  { type: 'text/csv', extension: '.csv', matches: (text) => isTable(text, ',') },
  { type: 'text/tab-separated-values', extension: '.tsv', matches: (text) => isTable(text, '\t') },
  { type: 'text/vcard', extension: '.vcf', matches: (text) => /^begin:vcard\r?\n/i.test(text) },
  { type: 'text/calendar', extension: '.ics', matches: (text) => /^begin:vcalendar\r?\n/i.test(text) },
];

/** Of a script that begins with `#!` the name of what runs it, without its version. */
function interpreterOf(text: string): string | undefined {
  const path = /^#!\s*(?:\/usr\/bin\/env\s+)?(\S+)/.exec(text)?.[1];
  const name = /^[^\d.]*/.exec(path?.split('/').at(-1) ?? '')?.[0];
  return name === 'bash' || name === 'zsh' || name === 'dash' ? 'sh' : name;
}

const plainText: FileType = { type: 'text/plain; charset=utf-8', extension: '.txt' };
const unknown: FileType = { type: 'application/octet-stream', extension: '' };

/** What a file is by its content; neither its name nor what the client says counts. An empty file is plain text. */
export function sniffType(bytes: Buffer): FileType {
  const head = { bytes, latin: bytes.toString('latin1', 0, headBytes) };
  const found = binary.find(({ matches }) => matches(head));
  if (found) return found;
  if (!isText(bytes)) return unknown;
  const text = bytes.toString('utf8', 0, headBytes).replace(/^\uFEFF/, '');
  return textual.find(({ matches }) => matches(text, bytes)) ?? plainText;
}

/** True when `type` (without parameters) is the file's type or another name of it. */
export function isType(file: FileType, type: string): boolean {
  return (
    withoutParameters(file.type) === withoutParameters(type) || (file.aliases ?? []).includes(withoutParameters(type))
  );
}

function withoutParameters(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function isText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, headBytes);
  return !head.some((byte) => byte <= 8 || byte === 11 || (byte >= 14 && byte <= 26) || (byte >= 28 && byte <= 31));
}

/** How much of a file is looked at to know it as JSON; one with more in it is taken for what it begins as. */
const jsonLook = { elements: 10_000, levels: 500 };

function isJson(bytes: Buffer): boolean {
  try {
    parseWholeJson(bytes.toString('utf8'), { ...jsonLook });
    return true;
  } catch (error) {
    return error instanceof JsonTooLarge;
  }
}

// At least two whole lines that have the same number of columns, more than one.
function isTable(text: string, delimiter: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const whole = text.length < headBytes ? lines : lines.slice(0, -1);
  const counts = whole.map((line) => countColumns(line, delimiter));
  return counts.length > 1 && (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]);
}

function countColumns(line: string, delimiter: string): number {
  let columns = 1;
  let quoted = 0;
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') {
      isQuoted = !isQuoted;
      quoted = 0;
    } else if (character === delimiter) {
      if (isQuoted) quoted++;
      else columns++;
    }
  }
  // A quotation mark without its other half is one like any other character.
  return isQuoted ? columns + quoted : columns;
}

/** An `<svg>` of the SVG namespace, after nothing but an XML declaration, a document type and comments. Looks at each character once. */
function isSvg(text: string): boolean {
  const lower = text.toLowerCase();
  let at = skipSpace(lower, 0);
  if (lower.startsWith('<?xml', at)) at = skipPast(lower, '>', at);
  for (let close = closeOf(lower, at); close !== undefined; close = closeOf(lower, at)) {
    at = skipPast(lower, close, at + 4);
  }
  if (!/^<svg\s/.test(lower.slice(at, at + 5))) return false;
  const end = lower.indexOf('>', at);
  return svgNamespace.test(lower.slice(at, end < 0 ? undefined : end));
}

/** What ends the part of a prologue that begins there. */
function closeOf(text: string, at: number): string | undefined {
  if (text.startsWith('<!--', at)) return '-->';
  return text.startsWith('<!doctype svg', at) ? '>' : undefined;
}

function skipPast(text: string, close: string, from: number): number {
  const found = text.indexOf(close, from);
  return found < 0 ? text.length : skipSpace(text, found + close.length);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
