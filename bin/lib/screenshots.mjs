import { spawnSync } from 'node:child_process';
import { ensureClient } from './check.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, root, runCommand } from './project.mjs';

/** `bin/screenshots [parts of names] [widths]`: a picture of every page at three widths and in both themes. */
export function run(args) {
  return runCommand(async () => {
    installPackages();
    await ensureTexts();
    const node = findNode();
    await ensureClient();
    const script = inProject('test', 'support', 'take-screenshots.ts');
    return spawnSync(node, [script, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
  });
}
