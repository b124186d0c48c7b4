import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { privateFolder } from './private-paths.ts';

/** The folder that was configured cannot be used. Its message is for who starts the server. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Makes the folder that everything is kept in where it is missing, and answers its real path. Throws a sentence when it is not to be used. */
export function makeDataFolder(path: string): string {
  try {
    makeFolders(resolve(path));
    accessSync(path, constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataFolderError(`The data folder ${path} can't be used: ${reason}. Set DATA_DIR to another one.`, {
      cause: error,
    });
  }
}

// One folder after the other: Node's own way tries for ever where a disk such as /proc says that what it was asked to make is missing.
function makeFolders(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is no folder`);
    return;
  }
  makeFolders(dirname(path));
  mkdirSync(path, { mode: privateFolder });
}
