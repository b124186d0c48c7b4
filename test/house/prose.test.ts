import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/*
 * Plain English in documents, as STYLE.md asks for it. A sentence, or a part of it up to a colon or semicolon, has at most 25 words; a list of names in
 * code counts as one word, and tables are not counted. Some words are refused everywhere but in code: there is a plainer one.
 */
const mostWords = 25;
const refused = /\b(?:stands|anew|besides|whoever|any more|by which|what is no|what hangs on|what becomes of)\b/i;

const documents = listFiles().filter((path) =>
  /^(?:docs\/.+|README|ARCHITECTURE|STYLE|CONTRIBUTING|SECURITY)\.md$/.test(path),
);

const readProse = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    // Blocks of code may also be indented.
    .replaceAll(/(?<=\n\n)(?: {4}.*\n)+(?=\n|$)/g, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/“[^”\n]*”|"[^"\n]*"/g, (quoted) => (quoted.includes(' ') ? quoted : 'code'));

function sentencesOf(prose: string): string[] {
  return prose
    .replaceAll(/^[|#<].*$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .flatMap((block) =>
      block
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/\*\*?/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/code(?:(?:, (?:and |or )?| and | or )code)+/g, 'code')
        .trim()
        .split(/(?<=[.!?:;]["”)]*) (?=\S)/),
    );
}

const countWords = (sentence: string) => sentence.split(' ').filter((word) => /[A-Za-z0-9]/.test(word)).length;

test.each(documents)('%s has sentences of at most 25 words', (document) => {
  const sentences = sentencesOf(readProse(document));
  expect(sentences.filter((sentence) => countWords(sentence) > mostWords)).toEqual([]);
});

/** STYLE.md names what it refuses. */
test.each(documents.filter((path) => path !== 'STYLE.md'))('%s has none of the refused words', (document) => {
  const lines = readProse(document).split('\n');
  expect(lines.filter((line) => refused.test(line))).toEqual([]);
});
