import { spawnSync } from 'node:child_process';
import { buildClient, hashClientSources, isClientBuilt } from './build-client.mjs';
import { checkChaos } from './chaos.mjs';
import { checkClients } from './clients.mjs';
import { checkDeep } from './deep.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { gates, runGates } from './gates.mjs';
import { installPackages } from './install-packages.mjs';
import { CommandError, inProject, root, runCommand, say } from './project.mjs';
import { checkReference } from './reference.mjs';

const usage = `bin/check                 all gates
bin/check --only <name>   the gates whose name contains <name>
bin/check --deep [part]   asks what the suite asks of properties 10,000 to 100,000 times; SEED and COUNT change it
bin/check --chaos         random faults under load on two servers for CHAOS_MINUTES (30), then an audit; SEED repeats them
bin/check --write-schema  writes db/schema.sql anew from db/migrations and db/functions
bin/check --clients       runs what others made for PocketBase against a started product
bin/check --reference     asks test/reference of the real PocketBase, which Go builds, and of ours; uses its dashboard on ours
bin/check --reference --record   the same after writing its answers down anew`;

/** `bin/check`: the gates that need no browser, in well under a minute. */
export function run(args) {
  return runCommand(async () => {
    installPackages();
    await ensureTexts();
    const node = findNode();
    if (args[0] === '--write-schema') return writeSchema(node);
    if (args[0] === '--chaos') {
      await ensureClient();
      return checkChaos(node);
    }
    if (args[0] === '--deep') return checkDeep(node, args[1]);
    if (args[0] === '--clients') return checkClients(node);
    if (args[0] === '--reference') {
      await ensureClient();
      return checkReference(node, args[1] === '--record');
    }
    const chosen = chooseGates(args);
    if (chosen.some((gate) => gate.needsClient)) await ensureClient();
    const { passed, failed } = await runGates(node, chosen);
    say(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  });
}

/** Builds the client unless it was built from the present sources. */
export async function ensureClient() {
  const sourcesHash = hashClientSources();
  if (!isClientBuilt(sourcesHash)) await buildClient(sourcesHash);
}

function chooseGates([option, name]) {
  if (option === undefined) return gates;
  const chosen = option === '--only' && name ? gates.filter((gate) => gate.name.includes(name)) : [];
  if (chosen.length === 0) throw new CommandError(`${usage}\nGates: ${gates.map((gate) => gate.name).join(', ')}.`);
  return chosen;
}

function writeSchema(node) {
  return spawnSync(node, [inProject('test/support/write-schema.ts')], { cwd: root, stdio: 'inherit' }).status;
}
