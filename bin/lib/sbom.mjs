import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, root, runCommand, say } from './project.mjs';

const usage = `bin/sbom [file]            what the running product is made of, as CycloneDX JSON (sbom.json unless told)
bin/sbom --licences        every package of it by its licence`;

/** `bin/sbom`: a bill of materials from the lock file; needs no network. */
export function run([option]) {
  return runCommand(() => {
    if (option?.startsWith('-') && option !== '--licences') throw new CommandError(usage);
    const bill = readBill();
    if (option === '--licences') return listLicences(bill);
    const path = resolve(option ?? 'sbom.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
    say(`${path}: ${bill.components.length} components, ${bill.bomFormat} ${bill.specVersion}.`);
    return 0;
  });
}

function readBill() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new CommandError(`npm could not list the packages.\n${stderr}`);
  return JSON.parse(stdout);
}

function listLicences({ components }) {
  const byLicence = new Map();
  for (const { name, version, licenses = [] } of components) {
    const licence = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' or ');
    byLicence.set(licence || 'none named', [...(byLicence.get(licence || 'none named') ?? []), `${name} ${version}`]);
  }
  for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
    say(`${licence} (${names.length}): ${names.sort().join(', ')}`);
  }
  return 0;
}
