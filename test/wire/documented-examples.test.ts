import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { root as projectRoot } from '#support/list-files.ts';

// What docs/record-api.md shows is run as it stands, from top to bottom.
// Browsers have it, Node has not.
Object.assign(globalThis, { EventSource });

let server: EngineServer;
let folder: string;

beforeAll(async () => {
  server = await startEngineServer();
  folder = await mkdtemp(join(projectRoot, 'node_modules/.cache-examples-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The examples of a page as one function; a line that ends in an arrow and a value expects it. */
function programOf(page: string): { program: string; expectations: number } {
  const [, ...blocks] = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code ?? '');
  let expectations = 0;
  const lines = blocks
    .join('')
    .split('\n')
    .map((line) => {
      const arrow = /^(\S.*) \/\/ → (.+)$/.exec(line);
      if (!arrow) return line;
      expectations++;
      return `expect(${arrow[1]}).toEqual(${arrow[2]});`;
    });
  return {
    program: `export default async ({ pb, guest, expect }) => {\n${lines.join('\n')}\n};\n`,
    expectations,
  };
}

test('every example of the record API does what the page says', async () => {
  const page = await readFile(join(projectRoot, 'docs/record-api.md'), 'utf8');
  const { program, expectations } = programOf(page);
  expect(expectations).toBeGreaterThan(20);
  const path = join(folder, 'examples.mjs');
  await writeFile(path, program);
  const { default: run } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    default: (scope: unknown) => Promise<void>;
  };
  await run({ pb: server.root, guest: server.guest, expect });
  expect.assertions(expectations + 1);
});
