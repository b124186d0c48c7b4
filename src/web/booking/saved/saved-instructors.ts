import { useEffect, useSyncExternalStore } from 'react';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import { fieldCodeFor } from '../../platform/session/message-for.ts';
import { useSession } from '../../platform/session/use-session.ts';

type SavedRecord = { id: string; instructor: string };
/** Whose they are, and the record of each saved instructor by the instructor's id. */
type Saved = { user: string; records: ReadonlyMap<string, string> };

let known: Saved | undefined;
let loadingFor = '';
const listeners = new Set<() => void>();

function set(saved: Saved | undefined): void {
  known = saved;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(user: string): Promise<void> {
  if (loadingFor === user) return;
  loadingFor = user;
  try {
    const items = await readFullList<SavedRecord>('saved_instructors', { fields: 'id,instructor' });
    set({ user, records: new Map(items.map(({ id, instructor }) => [instructor, id])) });
  } catch {
    // The buttons stay as they are for somebody who saved nothing; saving again is harmless.
    loadingFor = '';
  }
}

/** Whether the signed-in person saved an instructor; undefined for a guest, and until the server has said so. */
export function useIsSaved(instructor: string): boolean | undefined {
  const user = useSession();
  const saved = useSyncExternalStore(
    follow,
    () => known,
    () => undefined,
  );
  const id = user?.id ?? '';
  useEffect(() => {
    if (id !== '') void load(id);
  }, [id]);
  if (id === '' || saved?.user !== id) return undefined;
  return saved.records.has(instructor);
}

/** Saves an instructor for the signed-in person. Twice comes to the same. */
export async function saveInstructor(user: string, instructor: string): Promise<void> {
  const collection = (await loadBackend()).collection('saved_instructors');
  let id = '';
  try {
    ({ id } = await collection.create<SavedRecord>({ user, instructor }));
  } catch (error) {
    const isThere = ['user', 'instructor'].some((field) => fieldCodeFor(error, field) === 'validation_not_unique');
    if (!isThere) throw error;
    ({ id } = await collection.getFirstListItem<SavedRecord>(`instructor = '${instructor}'`));
  }
  const records = known?.user === user ? known.records : [];
  set({ user, records: new Map([...records, [instructor, id]]) });
}

/** Takes an instructor off the list again. One that is gone already stays gone. */
export async function forgetInstructor(user: string, instructor: string): Promise<void> {
  const id = known?.user === user ? known.records.get(instructor) : undefined;
  if (!known || id === undefined) return;
  const collection = (await loadBackend()).collection('saved_instructors');
  await collection.delete(id).catch((error: unknown) => {
    if (typeof error !== 'object' || error === null || Reflect.get(error, 'status') !== 404) throw error;
  });
  set({ user, records: new Map([...known.records].filter(([other]) => other !== instructor)) });
}
