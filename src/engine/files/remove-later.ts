import { escapeIdentifier } from 'pg';
import type { Database } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Logger } from '../log.ts';
import type { FileStore } from './file-store.ts';

const kind = 'remove-files';

type Removal = { key: string } | { prefix: string };
type Options = { db: Database; jobs: JobQueue; log: Logger; getEngine: () => Pick<Engine, 'db' | 'collections'> };

/**
 * The same store, whose removals never fail: files are removed once nothing names them any more, so nobody can do anything about a bucket that is
 * away then. What could not be removed is a job, tried again until it is.
 */
export function removeLater(store: FileStore, { db, jobs, log, getEngine }: Options): FileStore {
  const remove = (removal: Removal) =>
    'key' in removal ? store.delete(removal.key) : store.deletePrefix(removal.prefix);
  jobs.handle(kind, {
    async run(data) {
      const removal = data as Removal;
      if (!(await isNamedAgain(getEngine(), removal))) await remove(removal);
    },
  });
  const removeOrPutDown = async (removal: Removal) => {
    try {
      await remove(removal);
    } catch (error) {
      log.warn({ err: error, ...removal }, 'Files could not be removed now; it is tried again.');
      await jobs.add(db, kind, removal).catch((cause: unknown) => {
        log.error({ err: cause, ...removal }, 'Files that nothing names any more stay where they are.');
      });
    }
  };
  return {
    ...store,
    delete: (key) => removeOrPutDown({ key }),
    deletePrefix: (prefix) => removeOrPutDown({ prefix }),
  };
}

/** Whether a record has come meanwhile, or come back, that the files may belong to: then they stay. */
async function isNamedAgain({ db, collections }: Pick<Engine, 'db' | 'collections'>, removal: Removal) {
  const [collectionId = '', record = '', name = ''] = ('key' in removal ? removal.key : removal.prefix).split('/');
  const collection = collections.find(collectionId);
  // Smaller pictures are made anew when they are asked for.
  if (!collection || name.startsWith('thumbs_')) return false;
  if (record === '') return true;
  const text = `select to_jsonb(r)::text as row from ${escapeIdentifier(collection.name)} r where id = $1`;
  const [found] = await db.query<{ row: string }>(text, [record]);
  return found !== undefined && (name === '' || found.row.includes(name));
}
