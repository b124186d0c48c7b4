import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inProject } from './project.mjs';

const folder = inProject('src', 'texts');
const stamp = join(folder, 'generated', 'sources.sha256');

/** The files that the generated texts come from. */
export const textSources = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'tsconfig.json')
    .map((name) => join(folder, name)),
  inProject('bin', 'lib', 'build-texts.mjs'),
  inProject('bin', 'lib', 'compile-message.mjs'),
];

/** The languages whose texts' modules are there: the complete ones. */
export function builtLanguages() {
  const generated = join(folder, 'generated');
  const folders = readdirSync(generated).filter((name) => name !== 'by-language');
  return folders.filter((name) => existsSync(join(generated, name, 'language.ts')));
}

/** Writes the modules of the texts unless they come from the present catalogues. Needs the packages. */
export async function ensureTexts() {
  const hash = createHash('sha256');
  for (const path of textSources) hash.update(`${basename(path)}\n`).update(readFileSync(path));
  const present = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === present) return;
  const { buildTexts } = await import('./build-texts.mjs');
  buildTexts();
  writeFileSync(stamp, present);
}
