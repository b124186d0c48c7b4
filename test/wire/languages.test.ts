import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

type Texts = Record<string, string | ((values: Record<string, unknown>) => unknown)>;

const { buildTexts } = await import(/* @vite-ignore */ join(root, 'bin/lib/build-texts.mjs'));
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache', 'languages-'));
const english: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'src/texts/en.json'), 'utf8'),
);

/** A language for tests: every text between ⟦ and ⟧, and three cases of a count as Polish has them. */
const pseudo = Object.fromEntries(
  Object.entries(english).map(([namespace, texts]) => [
    namespace,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `⟦${text}⟧`])),
  ]),
);
const inTwoCases = '{count, plural, one {# review} other {# reviews}} so far';

beforeAll(() => {
  for (const name of readdirSync(join(root, 'src/texts')).filter((file) => file.endsWith('.ts'))) {
    cpSync(join(root, 'src/texts', name), join(folder, name));
  }
  writeFileSync(join(folder, 'en.json'), JSON.stringify(english));
  const search = { ...pseudo.search, reviewsSoFar: '⟦{count, plural, one {# raz} few {# razy} other {# razów}}⟧' };
  writeFileSync(
    join(folder, 'pl.json'),
    JSON.stringify({ ...pseudo, search, language: { tag: 'pl', locale: 'pl-PL' } }),
  );
  writeFileSync(join(folder, 'xx.json'), JSON.stringify({ auth: pseudo.auth }));
  buildTexts({ from: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (path: string): Promise<Texts> => import(/* @vite-ignore */ join(folder, 'generated', path));

describe('a language is one file', () => {
  test('it is built when it has every text, and left out while it lacks one', async () => {
    const { completeLanguages } = await import(/* @vite-ignore */ join(folder, 'generated/languages.ts'));
    expect(completeLanguages).toEqual(['en', 'pl']);
    expect(readdirSync(join(folder, 'generated')).sort()).toEqual(['by-language', 'en', 'languages.ts', 'pl']);
  });

  test('every text of every namespace is its own', async () => {
    for (const [namespace, messages] of Object.entries(english)) {
      if (namespace === 'language') continue;
      const texts = await load(`pl/${namespace}.ts`);
      expect(Object.keys(texts).sort(), namespace).toEqual(Object.keys(messages).sort());
      const constants = Object.values(texts).filter((text) => typeof text === 'string');
      expect(
        constants.filter((text) => !/^⟦.*⟧$/s.test(text)),
        namespace,
      ).toEqual([]);
    }
  });

  test('counts take the cases of its own grammar', async () => {
    expect(english.search?.reviewsSoFar).toBe(inTwoCases);
    const say = (await load('pl/search.ts')).reviewsSoFar as (values: { count: number }) => string;
    expect([1, 3, 5, 22, 1204].map((count) => say({ count }))).toEqual([
      '⟦1 raz⟧',
      '⟦3 razy⟧',
      '⟦5 razów⟧',
      '⟦22 razy⟧',
      '⟦1,204 razy⟧',
    ]);
  });

  test('what the server writes to people is in the language of each, and in English for one that is not complete', async () => {
    const { noticesIn } = await import(/* @vite-ignore */ join(folder, 'generated/by-language/notices.ts'));
    const written = ['pl', 'en', 'xx', ''].map((language) => noticesIn(language).lessonConfirmed);
    expect(written).toEqual(['⟦Lesson confirmed⟧', 'Lesson confirmed', 'Lesson confirmed', 'Lesson confirmed']);
  });
});

test('a build of another language has no English text left on its pages', { timeout: 120_000 }, async () => {
  const outDir = join(folder, 'server');
  await build({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    root,
    resolve: {
      alias: [
        {
          find: /^#texts\/(?!locale|format-number|keep-formatter|languages)([\w-]+)\.ts$/,
          replacement: `${folder}/generated/pl/$1.ts`,
        },
      ],
    },
    build: { ssr: 'src/web/app/entry-server.tsx', outDir, emptyOutDir: true },
  });
  const { renderPage } = await import(/* @vite-ignore */ join(outDir, 'entry-server.js'));
  const sheet = { href: '/a.css', text: '' };
  const { html } = await renderPage({
    url: 'http://localhost/register',
    nonce: 'n',
    flags: {},
    theme: undefined,
    now: new Date('2026-12-01T00:00:00Z'),
    readApi: async () => ({ status: 404, body: null }),
    assets: {
      entryScript: '/e.js',
      entryImports: [],
      styles: { landing: sheet, 'sign-in': sheet, public: sheet, app: sheet, fonts: sheet },
      textFont: '/f.woff2',
    },
  });
  expect(html).toContain('<html lang="pl-PL"');
  expect(html).toContain('⟦Create an account⟧');
  const shown = html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/⟦.*?⟧/gs, '')
    .replace(/<[^>]*>/g, ' ');
  // The product's own name is the same in every language.
  expect(shown.replaceAll('Kerbside', '').match(/\p{L}{2,}/gu) ?? []).toEqual([]);
});
