import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

type Words = {
  messageFor: (error: object, fallback: string) => string | undefined;
  fieldMessageFor: (error: object, field: string) => string | undefined;
};
const { messageFor, fieldMessageFor }: Words = await import(
  /* @vite-ignore */ join(root, 'src/web/platform/session/message-for.ts')
);

/** Sentences of the records server that people can read as they are, each with where they meet it. */
const readable = new Map([
  ['Too many failed attempts, please try again in a few minutes.', 'signing in, with the time put in by the client'],
  ['Too Many Requests.', 'any page; the client writes its own sentence with the time'],
  ['You stored too many files today. Try again tomorrow.', 'uploading'],
  ['The image could not be read.', 'uploading'],
  ['The image has too many pixels.', 'uploading'],
  ['Try again later - another backup/restore process has already been started.', 'not shown by any page'],
  ['A backup in a bucket has to be encrypted: set BACKUP_RECIPIENT on the server.', 'not shown by any page'],
  ['This is shown on the machine of the server only.', 'development, not shown by any page'],
  ['The address and headers are too long.', 'not shown by any page: none makes an address that long'],
  ['API is healthy.', 'no refusal'],
  ['The server is ready.', 'no refusal'],
  ['Too many attempts, please try again later with a new OTP.', 'signing in with a code'],
  ['Too many codes were asked for, please try again in a few minutes.', 'signing in with a code'],
  [
    'Too many codes were asked for. Sign in with your password, or ask for a link to set a new one.',
    'signing in with a code',
  ],
  [
    'No email can be sent from here yet: no mail server is set up. Ask whoever runs this site.',
    'whoever asks for a link or a code',
  ],
  ['This is not yours to set.', 'forms of the signed-in area'],
  ['Turn on and use signing in with two factors first, then change your address.', 'settings of the staff'],
  [
    'You are viewing as somebody else: nothing can be changed, sent or downloaded.',
    'any page that an admin sees through another account',
  ],
  [
    'You are viewing as somebody else: how they sign in is theirs to see.',
    'no page: what would ask for it is left out while an admin looks',
  ],
  ['What this mail said is kept no more, so it can’t be sent again.', 'undelivered mails'],
  ['You asked for too many pictures or PDFs at once. Try again in a moment.', 'forms with pictures, pages with PDFs'],
  ['The image is made of too many parts. Save it again with the usual settings and try again.', 'forms with pictures'],
  ['The image takes too long to read. Save it again in a smaller size and try again.', 'forms with pictures'],
  ['A backup is being restored. Try again in a moment.', 'any page'],
  ['The query takes too long, or waited too long for others.', 'reading by SQL, not shown by any page'],
  ['Too many requests come from your network at once. Try again in a moment.', 'any page'],
  ['This is described in code, and the product needs it as it is.', 'the collections API, not shown by any page'],
  ['What is asked besides a rule of the product cannot have // in it.', 'the collections API, not shown by any page'],
  ...[
    'The product needs the field 8 as it is.',
    'The product makes records here itself, without this field: it cannot be required. Ask for it in createRule: @request.body.8:isset = true.',
    'The product needs its records: they cannot be deleted along with others.',
    'The product writes records here itself, and would not set this date.',
  ].map((text): [string, string] => [text, 'the collections API, not shown by any page']),
  [
    'The product needs this rule, which may only ask for more. Write it as (8) && (what else you ask).',
    'the collections API, not shown by any page',
  ],
  ['This address was asked too often today. Try again tomorrow.', 'a sentence for people'],
  ['This number had as many codes as it gets in a day. Try again tomorrow.', 'a sentence for people'],
  ['The server sent as many codes as it may in a day. Try again tomorrow.', 'a sentence for people'],
]);

/** What is out of order for the moment is said in sentences that people can read. */
const isReadable = (message: string) =>
  readable.has(message) || /^The server (?:has no|cannot|holds) .* at the moment\.$/.test(message);

/** What the server writes into refusals: messages of errors and of fields, with a number where one is filled in. */
function refusalsIn(source: string): string[] {
  const inErrors = /(?:badRequest|forbidden|notFound|unauthorized|refusal)\w*(?:\(| = )\s*(['"`])((?:(?!\1).)+)\1/g;
  const inStatus = /ApiError\(\s*\d{3},\s*(['"`])((?:(?!\1).)+)\1/g;
  const inMessages = /message(?: =|:)\s*(['"`])((?:(?!\1).)+)\1/g;
  const inFields = /fieldError\(\s*'[a-z_]+',\s*(['"`])((?:(?!\1).)+)\1/g;
  return [inErrors, inStatus, inMessages, inFields]
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([, , text = '']) => text))
    .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '8').replaceAll("\\'", "'"))
    .filter((text) => /^[A-Z]/.test(text) && text.includes(' '));
}

const texts = [
  ...new Set(
    listFiles(['src/engine'])
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => refusalsIn(readFileSync(join(root, path), 'utf8'))),
  ),
];

test('no text of the records server reaches a page: each has a sentence of ours, or can be read as it is', () => {
  expect(texts.length).toBeGreaterThan(70);
  for (const told of ['Value must be unique.', 'Failed to authenticate.', 'Cannot be blank.']) {
    expect(texts).toContain(told);
  }
  const shown = texts.filter((message) => {
    const error = { isAbort: false, response: { message, data: { field: { code: 'validation_something', message } } } };
    const said = [messageFor(error, 'Our sentence.'), fieldMessageFor(error, 'field')];
    return !isReadable(message) && said.includes(message);
  });
  expect(shown).toEqual([]);
});

test('a suspended account is told so', () => {
  const message = "The request doesn't satisfy the collection requirements to authenticate.";
  const error = { isAbort: false, response: { message, data: {} } };
  expect(messageFor(error, 'Our sentence.')).toMatch(/^This account is suspended/);
  expect(texts).toContain(message);
});
