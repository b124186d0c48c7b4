import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLiteralTexts } from '../support/find-literal-texts.ts';
import { findTextUses } from '../support/find-text-uses.ts';
import { listFiles, root } from '../support/list-files.ts';

type Catalogue = Record<string, Record<string, string>>;

const { compareCatalogues, readCatalogues } = await import(/* @vite-ignore */ join(root, 'bin/lib/build-texts.mjs'));
const catalogues: Map<string, Catalogue> = readCatalogues();
const english = catalogues.get('en') ?? {};
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = listFiles(['src/web', 'src/marketplace']).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\./.test(path),
);

/** Of the server only what is written to people: what its routes answer is English by contract, and the client has its own words for it. */
const forPeople =
  /^src\/(?:web\/|marketplace\/(?:talk\/notifications\/(?:announce|write|cancel)|teaching\/calendar\/write))/;

/** Texts that rightly stand in the code, each with its reason: a whole file, or one text of it. */
const allowed: ReadonlyArray<[path: string, reason: string, text?: string]> = [
  ['src/web/people/legal/', 'terms and privacy are documents, one a language, that a lawyer signs'],
  ['src/web/booking/search/planning-areas.ts', 'names of places'],
  ['src/web/platform/session/engine-texts.ts', 'how texts of the records server begin that no page shows'],
  ['src/web/app/entry-server.tsx', 'the name of the product', 'Kerbside'],
  ['src/marketplace/teaching/calendar/write-lesson-ics.ts', 'the name of the product, for programs'],
];

const isAllowed = (path: string, text: string) =>
  allowed.some(([start, , only]) => path.startsWith(start) && (only === undefined || only === text));

test('no text for people stands in the code: all are in src/texts/en.json', () => {
  const literal = sources
    .filter((path) => forPeople.test(path))
    .flatMap((path) =>
      findLiteralTexts(path, read(path))
        .filter(({ text }) => !isAllowed(path, text))
        .map(({ line, text }) => `${path}:${line}: ${text}`),
    );
  expect(literal).toEqual([]);
});

test('every allowed text is still there', () => {
  const unused = allowed.filter(
    ([start, , only]) =>
      !sources.some(
        (path) =>
          path.startsWith(start) &&
          findLiteralTexts(path, read(path)).some(({ text }) => only === undefined || only === text),
      ),
  );
  expect(unused).toEqual([]);
});

test('no plural is made in the code', () => {
  const glued = sources.filter((path) => forPeople.test(path) && /=== 1\s*\?\s*(?:['"`]|texts\.)/.test(read(path)));
  expect(glued).toEqual([]);
});

test('every text of the catalogue is used, and every used one is there', () => {
  const used = new Set(sources.flatMap((path) => findTextUses(path, read(path))));
  const known = Object.entries(english).flatMap(([namespace, texts]) =>
    Object.keys(texts).map((key) => `${namespace}.${key}`),
  );
  expect(known.filter((key) => !used.has(key))).toEqual([]);
  expect([...used].filter((key) => !known.includes(key))).toEqual([]);
});

test('a key says what its text means: none is numbered, and none is a sentence that was cut off', () => {
  const poor = /\d$|^n\d|(?:The|An|And|Or|Your|My|CouldNot|CouldNotBe)$/;
  const found = Object.entries(english).flatMap(([namespace, texts]) =>
    Object.keys(texts)
      .filter((key) => poor.test(key))
      .map((key) => `${namespace}.${key}`),
  );
  expect(found).toEqual([]);
});

test('a percentage stands at its sign, so that it never breaks from it', () => {
  const breaking = Object.entries(english).flatMap(([namespace, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => /[}\d][ \u00A0]%/.test(text))
      .map(([key]) => `${namespace}.${key}`),
  );
  const inCode = sources.filter(
    (path) => path.startsWith('src/web') && /\}(?: |\\u00A0)%(?:`|<|\s*\})/.test(read(path)),
  );
  expect([...breaking, ...inCode]).toEqual([]);
});

test('no text says what an editor would not sign', () => {
  const clumsy = [
    /\bstands? (?:here|there|on the page)\b/,
    /\b(?:it is|they are) as (?:it|they) (?:was|were)\b/i,
    /\bis no (?:choice|photo|picture|[A-Z]{3})/,
    /\bat least\.$(?<=Choose (?:a|an) \w+ at least\.)/,
    /\bas it stands\b|\bcalled off\b|\bbackwards\b|\bso near\b|\bhas [{\d][^ ]* MB\b/,
    /\b(?:is|are|was|were) written down\b|^Write down\b|\bLook there\b|^Said to be\b|goes on by itself|\bof before\b|With what is saved/,
    /Enter its end|fits all of these|the support\b|hear soon|0\.0 km|^Yours$|^Given back|Saved last/,
  ];
  const found = Object.entries(english).flatMap(([namespace, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => clumsy.some((words) => words.test(text)))
      .map(([key, text]) => `${namespace}.${key}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('no sum is called revenue: each is named for what it is', () => {
  const named = Object.entries(english).flatMap(([namespace, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => /\brevenue\b|\bturnover\b/i.test(text))
      .map(([key, text]) => `${namespace}.${key}: ${text}`),
  );
  expect(named).toEqual([]);
});

test('a catalogue says of which language it is', () => {
  expect([...catalogues].filter(([language, texts]) => texts.language?.tag !== language)).toEqual([]);
});

test('another language has no text that English lacks, and none that takes other parameters', () => {
  for (const [language, texts] of catalogues) {
    const problems: string[] = compareCatalogues(english, texts, language);
    expect(
      problems.filter((problem) => !problem.endsWith('is missing')),
      language,
    ).toEqual([]);
  }
});

test('the finder of literal texts sees what people read and nothing else', () => {
  const source = `
    const a = <p className="flex gap-2">Hello <b>you</b></p>;
    const b = <Field label="Name" name="name" hint={late ? 'Too late' : undefined} />;
    const c = toast({ text: \`\${count} lessons moved\` });
    const d = status === 'Booked' ? 'text-green font-bold' : 'grid-cols-2';
    throw new Error('The cache has no such key');
    const e = { title: 'or' }, f = rows['Some key'], g = 'sentence in the middle';
  `;
  expect(findLiteralTexts('x.tsx', source).map(({ text }) => text)).toEqual([
    'Hello',
    'you',
    'Name',
    'Too late',
    '… lessons moved',
    'or',
    'sentence in the middle',
  ]);
});
