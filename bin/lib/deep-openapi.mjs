import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, inProject, root, say } from './project.mjs';
import { withServer } from './with-server.mjs';

const version = '4.32.5';
const password = 'kerbside-demo';
const people = {
  learner: 'mei@kerbside.example',
  instructor: 'ravi@kerbside.example',
  admin: 'admin@kerbside.example',
};
const budgets = [
  'guestRequestsPerMinute',
  'personRequestsPerMinute',
  'registrationsPerHour',
  'mailsPerHour',
  'personCreatesPerHour',
];
/** Calls that are not asked, with why. */
const leftOut = [
  { path: '/realtime$', why: 'a stream never ends; its events are asked for by test/fuzz/non-interference.test.ts' },
  { path: '/close-account$', why: 'an account that is closed asks nothing more' },
];
/** And of superusers, who alone can do something by them. */
const leftOutOfSuperusers = [
  { path: '/api/settings', why: 'limits, mails and file stores would be others for all calls that follow' },
  { path: '/api/backups', why: 'a restore brings everything back to before, and each backup fills the disk' },
  { path: '/api/crons', why: 'it makes backups, and forgets what other calls are asked about' },
];

/** What schemathesis asks: the edges of what each call takes (some 17,000 calls a role), then `count` made up for each call. PHASES names fewer. */
const phases = process.env.PHASES ?? 'coverage,fuzzing';

/**
 * Asks every call of the OpenAPI as each role with what schemathesis makes of it: no server error, no hidden field. ROLE in the environment asks as
 * one only. Returns whether all held.
 */
export async function checkOpenApi(node, { seed, count }) {
  const schemathesis = findSchemathesis();
  const hiddenFields = inProject('.cache', 'hidden-fields.json');
  spawnSync(node, [inProject('test', 'deep', 'write-hidden-fields.ts'), hiddenFields], { cwd: root, stdio: 'inherit' });
  return withServer(node, {}, async (url) => {
    const tokens = await signAllIn(url);
    const judge = { url, token: tokens.superuser, hiddenFields };
    const asked = Object.entries(tokens).filter(([role]) => [undefined, role].includes(process.env.ROLE));
    const failed = asked.filter(([role, token]) => {
      say(`openapi as ${role}: SEED=${seed} COUNT=${count}`);
      return !passes(schemathesis, { judge, role, token, seed, count });
    });
    if (failed.length > 0) say(`openapi failed as: ${failed.map(([role]) => role).join(', ')}`);
    return failed.length === 0;
  });
}

function passes(schemathesis, { judge, role, token, seed, count }) {
  const unasked = [...leftOut, ...(role === 'superuser' ? leftOutOfSuperusers : [])].map(({ path }) => path).join('|');
  const args = ['run', `${judge.url}/api/openapi.json`, '--checks', 'not_a_server_error,no_hidden_field'];
  args.push('--phases', phases, '--max-examples', String(count), '--seed', String(seed), '--no-color');
  args.push('--exclude-path-regex', unasked, '-H', `Authorization: ${token}`);
  const env = {
    ...process.env,
    KERBSIDE_ROLE: role,
    KERBSIDE_TOKEN: token,
    KERBSIDE_JUDGE: JSON.stringify(judge),
    HYPOTHESIS_STORAGE_DIRECTORY: inProject('.cache', 'hypothesis'),
    SCHEMATHESIS_HOOKS: inProject('test', 'deep', 'schemathesis_hooks.py'),
  };
  return spawnSync(schemathesis, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
}

/** The program, of our own version in `.cache`: made with Python when it isn't there. */
function findSchemathesis() {
  const folder = inProject('.cache', `schemathesis-${version}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  for (const [command, args] of [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`]],
  ]) {
    const { status } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) {
      rmSync(folder, { recursive: true, force: true });
      throw new CommandError('schemathesis needs Python 3 with venv, and the network once.');
    }
  }
  return program;
}

async function signAllIn(url) {
  const call = async (method, path, body, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: token };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new CommandError(`${method} ${path} was answered with ${answer.status}.`);
    return answer.json();
  };
  const enter = async (collection, identity) =>
    (await call('POST', `/api/collections/${collection}/auth-with-password`, { identity, password })).token;
  const superuser = await enter('_superusers', 'root@kerbside.example');
  const unbounded = Object.fromEntries(budgets.map((name) => [name, 1_000_000_000]));
  await call('PATCH', '/api/settings', { budgets: unbounded, batch: { enabled: true } }, superuser);
  const tokens = { guest: '' };
  for (const [role, email] of Object.entries(people)) tokens[role] = await enter('users', email);
  for (const [name, role] of [
    ['other learner', 'user'],
    ['moderator', 'moderator'],
    ['finance', 'finance'],
  ]) {
    const email = `${name.replace(' ', '-')}@kerbside.example`;
    const account = { email, password, passwordConfirm: password, verified: true, role };
    await call('POST', '/api/collections/users/records', account, superuser);
    tokens[name] = await enter('users', email);
  }
  const filter = encodeURIComponent(`status = 'listed' && user.email != '${people.instructor}'`);
  const { items } = await call(
    'GET',
    `/api/collections/instructors/records?perPage=1&filter=${filter}`,
    undefined,
    superuser,
  );
  const path = `/api/collections/users/impersonate/${items[0].user}`;
  tokens['other instructor'] = (await call('POST', path, { duration: 86_400 }, superuser)).token;
  // Last: what a superuser deletes is gone for all.
  return { ...tokens, superuser };
}
