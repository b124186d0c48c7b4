import { spawnSync } from 'node:child_process';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, runCommand } from './project.mjs';

/** `bin/doctor`: says what is not as it should be about the configured server, each with the mend. */
export function run(args) {
  return runCommand(async () => {
    installPackages({ needsTools: false });
    const node = findNode();
    await ensureTexts();
    return spawnSync(node, [inProject('src', 'doctor.ts'), ...args], { stdio: 'inherit' }).status ?? 1;
  });
}
