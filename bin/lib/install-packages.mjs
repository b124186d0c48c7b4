import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { CommandError, inProject, root, say } from './project.mjs';

/**
 * Installs the locked packages unless they are there. What is there is read from npm's own record of it, so an installation made by
 * hand counts too. `needsTools` false: what tests and checks need besides may be missing, and is then not waited for.
 */
export function installPackages({ needsTools = true } = {}) {
  const wanted = Object.entries(readPackages('package-lock.json'));
  const present = existsSync(inProject('node_modules', '.package-lock.json'))
    ? readPackages('node_modules', '.package-lock.json')
    : {};
  const missing = findMissing(wanted, present, needsTools);
  if (missing.length === 0) return;
  const what = existsSync(inProject('node_modules')) ? `out of date (${shorten(missing)})` : 'not installed yet';
  say(`The packages are ${what}. Installing them; this takes about half a minute …`);
  const startedMs = Date.now();
  // npm begins anew: who has the tools keeps them.
  const keepsTools = needsTools || wanted.some(([path, { dev }]) => dev && present[path]);
  const tools = keepsTools ? '--include=dev' : '--omit=dev';
  const result = spawnSync('npm', ['ci', tools, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.error) throw new CommandError('The packages can not be installed: there is no "npm" on this machine.');
  if (result.status !== 0) {
    throw new CommandError('Installing the packages failed (see above). With the network back, run the command again.');
  }
  say(`Installed in ${((Date.now() - startedMs) / 1000).toFixed(0)} s.`);
}

/** Names of locked packages that are absent or of another version. Absent optional ones are for other machines. */
function findMissing(wanted, present, needsTools) {
  return wanted
    .filter(([path, entry]) => {
      if (path === '' || (entry.dev && !needsTools)) return false;
      const found = present[path];
      if (!found) return !entry.optional;
      return found.version !== entry.version || found.integrity !== entry.integrity;
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

function readPackages(...path) {
  return JSON.parse(readFileSync(inProject(...path), 'utf8')).packages;
}

function shorten(names) {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
