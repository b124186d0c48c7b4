import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileMessage } from './compile-message.mjs';
import { CommandError, inProject } from './project.mjs';

/** The language whose catalogue says which texts there are; it is complete by definition. */
export const sourceLanguage = 'en';

/** Namespaces that the server writes in the receiver's language, whatever language the process runs in. */
const receiverNamespaces = ['cancelling', 'exports', 'language', 'mails', 'notices'];

/** Reads all catalogues of a folder: by language, by namespace, each key's message. */
export function readCatalogues(folder = inProject('src', 'texts')) {
  const names = readdirSync(folder).filter((name) => /^[a-z]{2}(-[A-Za-z]+)?\.json$/.test(name));
  return new Map(names.sort().map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(folder, name), 'utf8'))]));
}

/** What keeps a catalogue from being complete: keys that it lacks, that are not asked for, or that take other parameters. */
export function compareCatalogues(source, other, language) {
  const unknown = keysOf(other).filter(([namespace, key]) => source[namespace]?.[key] === undefined);
  const missing = keysOf(source).filter(([namespace, key]) => other[namespace]?.[key] === undefined);
  const different = keysOf(source).filter(([namespace, key]) => {
    const theirs = other[namespace]?.[key];
    return theirs !== undefined && shapeOf(source[namespace][key], sourceLanguage) !== shapeOf(theirs, language);
  });
  return [
    ...missing.map((path) => `${path.join('.')} is missing`),
    ...unknown.map((path) => `${path.join('.')} is not one of the texts`),
    ...different.map((path) => `${path.join('.')} takes other parameters`),
  ];
}

function keysOf(catalogue) {
  return Object.entries(catalogue).flatMap(([namespace, texts]) => Object.keys(texts).map((key) => [namespace, key]));
}

function shapeOf(text, language) {
  return JSON.stringify([...compileMessage(text, language).parameters].sort());
}

/** The languages that have every text, English first. Only they are built and offered with their texts. */
export function completeLanguages(catalogues) {
  const source = catalogues.get(sourceLanguage);
  const others = [...catalogues].filter(([language]) => language !== sourceLanguage);
  const complete = others.filter(([language, texts]) => compareCatalogues(source, texts, language).length === 0);
  return [sourceLanguage, ...complete.map(([language]) => language)];
}

/**
 * Writes the typed modules of the complete catalogues: `generated/<language>/<namespace>.ts`, one constant or function a text, and
 * `generated/by-language` for what the server writes to people. Files that are right already are not touched.
 */
export function buildTexts({ from = inProject('src', 'texts'), to = join(from, 'generated') } = {}) {
  const catalogues = readCatalogues(from);
  const languages = completeLanguages(catalogues);
  const files = new Map([['languages.ts', writeLanguages(languages)]]);
  for (const language of languages) {
    for (const [namespace, messages] of Object.entries(catalogues.get(language))) {
      for (const [name, text] of writeNamespace(namespace, messages, language)) files.set(name, text);
    }
  }
  for (const namespace of receiverNamespaces) {
    if (!catalogues.get(sourceLanguage)[namespace]) continue;
    files.set(`by-language/${namespace}.ts`, writeByLanguage(namespace, languages));
  }
  writeFiles(to, files);
}

const note = '// Generated from src/texts/*.json by bin/lib/build-texts.mjs; not kept in the repository.\n';

/** The module of a namespace. What takes parameters is a module of its own: so each lies in the one chunk that needs it. */
function writeNamespace(namespace, messages, language) {
  const files = new Map();
  const lines = Object.entries(messages).map(([key, text]) => {
    const { kind, source, uses } = compile(text, language, `${namespace}.${key}`);
    if (kind === 'string') return `export const ${key}: string = ${source};`;
    const imports = [...uses].sort().map((verb) => `import { ${verb} } from '../../../${fileOf[verb]}';\n`);
    files.set(`${language}/${namespace}/${key}.ts`, `${note}${imports.join('')}export const ${key} = ${source};\n`);
    return `export { ${key} } from './${namespace}/${key}.ts';`;
  });
  return files.set(`${language}/${namespace}.ts`, `${note}${lines.join('\n')}\n`);
}

function compile(text, language, path) {
  try {
    return compileMessage(text, language);
  } catch (error) {
    throw new CommandError(`src/texts/${language}.json, ${path}: ${error.message}`);
  }
}

const fileOf = { pluralOf: 'plural-of.ts', choiceOf: 'choice-of.ts', formatNumber: 'format-number.ts' };

function writeLanguages(languages) {
  return `${note}/** The languages that have every text, English first. */\nexport const completeLanguages: readonly string[] = ${JSON.stringify(languages)};\n`;
}

function writeByLanguage(namespace, languages) {
  const imports = languages.map((language) => `import * as ${nameOf(language)} from '../${language}/${namespace}.ts';`);
  const known = languages.map((language) => `  [${JSON.stringify(language)}, ${nameOf(language)}],`).join('\n');
  return `${note}${imports.join('\n')}

// People write what they like as their language: it must not find what every object has.
const languages = new Map<string, typeof ${sourceLanguage}>([
${known}
]);

/** The texts of \`${namespace}\` in a person's language where its catalogue is complete, else in English. */
export function ${namespace}In(language: string): typeof ${sourceLanguage} {
  return languages.get(language) ?? ${sourceLanguage};
}
`;
}

const nameOf = (language) => language.replace('-', '_');

function writeFiles(folder, files) {
  const stale = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  for (const name of stale) {
    if (name.endsWith('.ts') && !files.has(name.replaceAll('\\', '/'))) rmSync(join(folder, name));
  }
  for (const [name, text] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildTexts();
