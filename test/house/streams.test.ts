import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/** What makes something that says `error` by an event, and ends the process where nobody listens. */
const makers = [
  'createReadStream',
  'createWriteStream',
  'createServer',
  'createConnection',
  // With somewhere to connect to: a client of the database is made before.
  'connect(?=\\([^)])',
  'spawn',
  'fork',
  'execFile',
  'new Worker',
  'new Busboy',
  'new EventEmitter',
  'new WebSocket',
  'new (?:pg\\.)?Client',
  'new (?:pg\\.)?Pool',
  'new (?:yazl\\.)?ZipFile',
  'new (?:net\\.)?Socket',
  'new (?:Readable|Writable|Duplex|Transform|PassThrough)',
];

/** Made here and handed on; who listens. */
const handedOn: Record<string, string> = {
  'src/engine/backups/backup-keys.ts: createReadStream': 'Readable.toWeb makes its error that of the web stream',
  'src/engine/backups/backup-store.ts: createReadStream': 'who opens a backup gives it to pipeline, or to the answer',
  'src/engine/files/local-file-store.ts: createReadStream': 'who opens a file gives it to the answer, or listens',
  'src/engine/database/time-limits.ts: new pg.Pool': 'createPool listens to it and to each of its connections',
};

/** Whether the statement that makes it hands it to `pipeline`, or somebody listens to what it is called. */
function isHeard(text: string, index: number): boolean {
  const start = Math.max(text.lastIndexOf(';', index), text.lastIndexOf('{', index)) + 1;
  const statement = text.slice(start, text.indexOf(';', index));
  if (/\bpipeline\(/.test(statement)) return true;
  const [, name] = /(?:const|let)?\s*(\w+) = [^=]*$/.exec(text.slice(start, index)) ?? [];
  if (name === undefined) return false;
  return new RegExp(`\\b${name}\\.(?:on|once)\\('error'|\\bpipeline\\([^;]*\\b${name}\\b`).test(text);
}

const sources = listFiles(['src']).filter(
  (path) => /^src\/(?:engine|marketplace)\/|^src\/[^/]+\.ts$/.test(path) && /(?<!\.test)\.ts$/.test(path),
);

function deafPlaces(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(new RegExp(`(?<![\\w.])(?:${makers.join('|')})\\(`, 'g'))]
    .filter(({ index }) => !/(?:function|async) $/.test(text.slice(0, index)) && !isHeard(text, index))
    .map(([call]) => `${path}: ${call.slice(0, -1)}`);
}

test('[11.3] no stream, socket, process or worker of the server is without somebody who hears its error', () => {
  const deaf = sources.flatMap(deafPlaces);
  expect(deaf.filter((place) => !(place in handedOn))).toEqual([]);
  expect(Object.keys(handedOn).filter((place) => !deaf.includes(place))).toEqual([]);
});

test('[11.3] streams are joined by pipeline, which hears the errors of all: `.pipe(` hears none', () => {
  const piped = sources.filter((path) => /\.pipe\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(piped).toEqual([]);
});
