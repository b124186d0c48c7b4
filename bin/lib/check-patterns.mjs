import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { patternsOf } from './patterns-of.mjs';
import { inProject, root } from './project.mjs';

// The checker's own JavaScript: the same on every machine, and no process beside this one.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

// Pages are rendered on the server, too, from what stands in their address.
const folders = ['src'];
const options = { timeout: 120_000, checker: 'auto' };

/**
 * Patterns that can backtrack and may stay, with what bounds the text they see. Whoever adds one says which bound holds, and where.
 */
const bounded = new Map([
  ['src/config.ts', 'addresses of the one who starts the server'],
  ['src/engine/create-engine.ts', 'MAIL_FROM, of the one who starts the server'],
  ['src/engine/auth/apple-secret.ts', 'a key that a superuser enters, at most 2,048 characters'],
  ['src/engine/batch/run-item.ts', 'an address inside a batch, at most 2,000 bytes (read-batch.ts)'],
  ['src/engine/database/apply-functions.ts', 'lines of our own SQL files'],
  ['src/engine/files/name-upload.ts', 'a file name cut to 300 characters before'],
  ['src/engine/http/client-ip.ts', 'an IP address that `isIP` took'],
  ['src/engine/http/load-web-build.ts', 'file names of our own build'],
  ['src/engine/mail/html-to-text.ts', 'mail templates of ours or of a superuser; values in them are escaped'],
  ['src/engine/schema/find-view-fields.ts', 'a view that a superuser writes'],
  ['src/engine/schema/parse-index.ts', 'an index that a superuser writes'],
  ['src/engine/schema/parse-view-query.ts', 'a view that a superuser writes'],
  ['src/engine/sqlite/translate-select.ts', 'a column that we wrote of a view that a superuser wrote'],
  ['src/marketplace/money/earnings/read-earnings.ts', 'names of our own accounts in the ledger'],
  [
    'src/rules/messages/hide-contacts.ts',
    'at most 20 words after each other, whatever the length: counted by test/faults/worst-inputs.test.ts',
  ],
  ['src/rules/money/format-cents.ts', 'the digits of a number'],
  ['src/web/running/admin/rules/pass-rate-lines.ts', 'a list that staff enter, in their own browser'],
  ['src/web/app/write-document.ts', 'style sheets of our own build'],
  ['src/web/people/auth/password-warning.ts', 'a password, in the browser of who types it'],
  ['src/web/platform/ground/is-email-address.ts', 'an address, in the browser of who types it'],
  ['src/web/platform/session/say-when-again.ts', 'a sentence of our own server, in the browser'],
]);

/** Files whose patterns are put together while the product runs, with what their open places are filled with: judged with a name in each. */
const filled = new Map([
  ['src/engine/collections/added-parts.ts', 'names of fields, which are letters, digits and underscores'],
  ['src/engine/moving/add-fields.ts', 'names of fields, which are letters, digits and underscores'],
  ['src/engine/moving/rename-in-text.ts', 'names of collections, which are letters, digits and underscores'],
]);
const gate = 'bin/lib/check-patterns.mjs';

/** Verdicts that are written down, with who gave them: `node bin/lib/check-patterns.mjs --write`, on a quiet machine. */
const written = inProject('bin/lib/judged-patterns.json');
const { version } = createRequire(import.meta.url)('recheck/package.json');
const checker = `recheck ${version}`;
/** Those of this machine's earlier runs: a pattern is judged once. */
const cache = inProject('.cache', 'patterns.json');

/** Regular expressions of the server's code that can take more than linear time for some text, as lines for people. */
function findSlowPatterns() {
  const known = readVerdicts();
  const used = new Set();
  const slow = [];
  const now = new Map();
  for (const { name, source, flags, line } of folders.flatMap(sourcesIn).flatMap(patternsIn)) {
    if (source === undefined) {
      slow.push(`${name}:${line} is made of what only the running product knows: say in ${gate} what fills it.`);
      continue;
    }
    const key = `/${source}/${flags}`;
    const verdict = known.get(key) ?? judge(source, flags);
    known.set(key, verdict);
    now.set(key, verdict);
    if (verdict === 'linear') continue;
    // Exponential ones are too slow for any bound.
    if (bounded.has(name) && !verdict.startsWith('exponential')) used.add(name);
    else slow.push(`${name}:${line} ${key} (${verdict})`);
  }
  for (const name of bounded.keys())
    if (!used.has(name)) slow.push(`${name} has no such pattern any more: take it off the list.`);
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify([...known].filter(([, verdict]) => !verdict.startsWith('not known'))));
  return { slow, now };
}

function patternsIn(path) {
  const name = relative(root, path).replaceAll(sep, '/');
  const fill = filled.has(name) ? 'name' : undefined;
  return patternsOf(readFileSync(path, 'utf8'), name, fill).map((pattern) => ({ name, ...pattern }));
}

function judge(source, flags) {
  const { status, complexity, attack, error } = checkSync(source, flags.replaceAll('v', 'u'), options);
  if (status === 'safe') return 'linear';
  return status === 'unknown' ? `not known: ${error?.kind}` : `${complexity?.summary}, such as ${attack?.pattern}`;
}

function readVerdicts() {
  const read = (path, none) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none);
  const { by, verdicts } = read(written, { verdicts: {} });
  return new Map([...read(cache, []), ...(by === checker ? Object.entries(verdicts) : [])]);
}

/** Writes down what the present patterns were judged to be, in their order, so that a change shows what is new. */
function writeVerdicts(now) {
  const verdicts = Object.fromEntries([...now].filter(([, verdict]) => !verdict.startsWith('not known')).toSorted());
  writeFileSync(written, `${JSON.stringify({ by: checker, verdicts }, null, 2)}\n`);
}

function sourcesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const { slow, now } = findSlowPatterns();
if (process.argv.includes('--write')) writeVerdicts(now);
for (const line of slow) console.log(line);
console.log(
  slow.length === 0 ? `${now.size} patterns, all linear.` : `${slow.length} of ${now.size} patterns can backtrack.`,
);
if (slow.length > 0) process.exitCode = 1;
