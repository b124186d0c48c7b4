import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder; all paths of these scripts start there, wherever they were called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path inside the project. */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** What ends a command in one sentence. */
export class CommandError extends Error {}

/** Runs a command's body; a CommandError becomes its sentence and exit code 1, anything else is a fault and shown whole. */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    process.stderr.write(error instanceof CommandError ? `${error.message}\n` : `${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
}

/** A line of progress on standard error; standard output is for results. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
