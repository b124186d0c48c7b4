import type { S3Settings, SettingsStore } from '../settings/settings.ts';
import { createS3FileStore } from './create-s3-file-store.ts';
import type { FileStore } from './file-store.ts';
import { orFilesAway } from './files-away.ts';
import { openS3 } from './open-s3.ts';

/**
 * Files in the bucket that the settings name at the moment, else in the local store; a change of the settings holds at once. A bucket that does not
 * do as it is asked is a FilesAwayError.
 */
export function chooseFileStore(local: FileStore, settings: SettingsStore): FileStore {
  let known: { settings: S3Settings; store: FileStore } | undefined;
  function current(): FileStore {
    const { s3 } = settings.current();
    if (!s3.enabled) return local;
    if (known?.settings !== s3) known = { settings: s3, store: saying(createS3FileStore(openS3(s3))) };
    return known.store;
  }
  return {
    put: (key, bytes, contentType) => current().put(key, bytes, contentType),
    take: (key, path) => current().take(key, path),
    get: (key) => current().get(key),
    open: (key) => current().open(key),
    stream: (key) => current().stream(key),
    delete: (key) => current().delete(key),
    deletePrefix: (prefix) => current().deletePrefix(prefix),
    list: () => current().list(),
  };
}

function saying(store: FileStore): FileStore {
  return {
    put: (key, bytes, contentType) => orFilesAway(() => store.put(key, bytes, contentType)),
    take: (key, path) => orFilesAway(() => store.take(key, path)),
    get: (key) => orFilesAway(() => store.get(key)),
    open: (key) => orFilesAway(() => store.open(key)),
    stream: (key) => orFilesAway(() => store.stream(key)),
    delete: (key) => orFilesAway(() => store.delete(key)),
    deletePrefix: (prefix) => orFilesAway(() => store.deletePrefix(prefix)),
    list: () => orFilesAway(() => store.list()),
  };
}
