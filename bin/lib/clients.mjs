import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { CommandError, inProject, root, say } from './project.mjs';
import { withServer } from './with-server.mjs';

const versions = { typegen: '1.5.0', astro: '7.3.5', astroLoader: '4.0.7', python: '0.17.3', pythonAsync: '0.13.0' };
const account = { email: 'root@example.com', password: 'rootroot1234' };
const folder = inProject('.cache', 'clients');

/**
 * Runs what others made for PocketBase against a started product: pocketbase-typegen, whose types must compile, Astro with its loader, and two Python
 * clients.
 */
export async function checkClients(node) {
  mkdirSync(folder, { recursive: true });
  const superuser = { SUPERUSER_EMAIL: account.email, SUPERUSER_PASSWORD: account.password };
  await withServer(node, { ...superuser, DEMO: '0' }, async (url) => {
    writeTypes(node, url);
    await buildAstro(node, url);
    runPython(url, `pocketbase==${versions.python}`, 'python_client.py');
    runPython(url, `pocketbase-async==${versions.pythonAsync}`, 'python_async_client.py');
  });
  say('All did what they do with PocketBase.');
  return 0;
}

function writeTypes(node, url) {
  say(`pocketbase-typegen ${versions.typegen}`);
  const home = installApart('clients/typegen', [`pocketbase-typegen@${versions.typegen}`]);
  const program = join(home, 'node_modules', 'pocketbase-typegen', 'dist', 'cli.js');
  const types = join(home, 'types.ts');
  const { email, password } = account;
  runProgram(node, [program, '--url', url, '--email', email, '--password', password, '--out', types]);
  const compiler = inProject('node_modules', 'typescript7', 'bin', 'tsc');
  const options = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--lib', 'esnext,dom'];
  runProgram(node, [compiler, '--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', ...options, types]);
}

/** Builds a site of a collection, and reads what came of it. */
async function buildAstro(node, url) {
  say(`astro-loader-pocketbase ${versions.astroLoader}`);
  const home = installApart('clients/astro', [
    `astro@${versions.astro}`,
    `astro-loader-pocketbase@${versions.astroLoader}`,
  ]);
  for (const made of ['dist', '.astro', 'node_modules/.astro'])
    rmSync(join(home, made), { recursive: true, force: true });
  cpSync(inProject('test', 'clients', 'astro'), home, { recursive: true });
  const id = await fillShelf(url);
  const told = { CLIENT_URL: url, CLIENT_EMAIL: account.email, CLIENT_PASSWORD: account.password };
  runProgram(node, [join(home, 'node_modules', 'astro', 'bin', 'astro.mjs'), 'build', '--root', home], {
    ...told,
    ASTRO_TELEMETRY_DISABLED: '1',
  });
  const built = JSON.parse(readFileSync(join(home, 'dist', 'shelf.json'), 'utf8'));
  const [book] = built;
  const isRight =
    built.length === 1 &&
    book.id === 'turning-left' &&
    book.pages === 120 &&
    book.isDate &&
    book.html === '<p>Slowly.</p>' &&
    new RegExp(`^${url}/api/files/\\w+/${id}/cover_\\w+\\.txt$`).test(book.cover);
  if (!isRight) throw new CommandError(`Astro built something else: ${JSON.stringify(built)}`);
}

/** A collection with two books; answers the id of the one that is to be shown. */
async function fillShelf(url) {
  let token = '';
  const call = async (path, body) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: token, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(url + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
    if (!answer.ok) throw new CommandError(`POST ${path} was answered with ${answer.status}.`);
    return answer.json();
  };
  const identity = { identity: account.email, password: account.password };
  ({ token } = await call('/api/collections/_superusers/auth-with-password', identity));
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'body', type: 'editor' },
    { name: 'pages', type: 'number' },
    { name: 'cover', type: 'file', maxSelect: 1 },
    { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
  ];
  await call('/api/collections', { name: 'shelf', type: 'base', fields });
  await call('/api/collections/shelf/records', { title: 'Thin', pages: 3 });
  const book = new FormData();
  for (const [name, value] of Object.entries({ title: 'Turning left', body: '<p>Slowly.</p>', pages: '120' })) {
    book.set(name, value);
  }
  book.set('cover', new File(['A cover'], 'cover.txt'));
  return (await call('/api/collections/shelf/records', book)).id;
}

function runPython(url, wanted, script) {
  say(`${wanted} for Python`);
  const home = join(folder, wanted.replace('==', '-'));
  const program = join(home, 'bin', 'python');
  if (!existsSync(join(home, 'whole'))) {
    runProgram('python3', ['-m', 'venv', '--clear', home]);
    runProgram(program, ['-m', 'pip', 'install', '--quiet', wanted]);
    mkdirSync(join(home, 'whole'));
  }
  runProgram(program, [inProject('test', 'clients', script), url, account.email, account.password]);
}

function runProgram(program, args, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' });
  if (error) throw new CommandError(`${program} is needed, and cannot be started: ${error.message}`);
  if (status !== 0) throw new CommandError(`${program} ${args[0]} failed.`);
}
