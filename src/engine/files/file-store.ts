/** Where uploaded files live. Keys are `<collectionId>/<recordId>/<filename>`. */
export type FileStore = {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>;
  /** The file's bytes and the type it was stored with, or undefined when there is none. */
  get: (key: string) => Promise<{ bytes: Buffer; contentType: string; modifiedMs: number } | undefined>;
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key starts with `prefix`. */
  deletePrefix: (prefix: string) => Promise<void>;
  /** The keys of all files. */
  list: () => Promise<string[]>;
};
