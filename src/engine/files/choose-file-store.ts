import type { S3Settings, SettingsStore } from '../settings/settings.ts';
import { createS3FileStore } from './create-s3-file-store.ts';
import type { FileStore } from './file-store.ts';
import { openS3 } from './open-s3.ts';

/** Files in the bucket that the settings name at the moment, else in the local store; a change of the settings holds at once. */
export function chooseFileStore(local: FileStore, settings: SettingsStore): FileStore {
  let known: { settings: S3Settings; store: FileStore } | undefined;
  function current(): FileStore {
    const { s3 } = settings.current();
    if (!s3.enabled) return local;
    if (known?.settings !== s3) known = { settings: s3, store: createS3FileStore(openS3(s3)) };
    return known.store;
  }
  return {
    put: (key, bytes, contentType) => current().put(key, bytes, contentType),
    get: (key) => current().get(key),
    open: (key) => current().open(key),
    delete: (key) => current().delete(key),
    deletePrefix: (prefix) => current().deletePrefix(prefix),
    list: () => current().list(),
  };
}
