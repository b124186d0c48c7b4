import type { Engine } from '../engine.ts';
import type { ImportPlan, MovedCollection } from './import-plan.ts';
import { MoveError } from './move-error.ts';
import { findTakenAccounts } from './moving.store.ts';
import { type PocketbaseFolder, readChunks } from './open-pocketbase.ts';

type Account = { id: string; email: string };
type Taken = { there: Account; here: Account };

const shown = 10;

/** Throws a MoveError with the accounts of the folder that a collection of ours, into which they are to go, has already. */
export async function refuseTakenAccounts(
  engine: Engine,
  source: PocketbaseFolder,
  { moved }: ImportPlan,
): Promise<void> {
  const taken: string[] = [];
  for (const item of moved) {
    if (item.kind !== 'mapped') continue;
    const found = await findTaken(engine, source, item);
    taken.push(
      ...found.map(({ here }) => `${item.collection.name} has an account ${here.id} (${here.email}) already.`),
    );
  }
  if (taken.length === 0) return;
  const rest = taken.length - shown;
  throw new MoveError(rest > 0 ? [...taken.slice(0, shown), `${rest} more.`] : taken);
}

/** The plan without superusers whose address one has here: ours stay as they are. Who comes along is told of. */
export async function withPresentSuperusers(
  engine: Engine,
  source: PocketbaseFolder,
  plan: ImportPlan,
): Promise<ImportPlan> {
  const superusers = plan.moved.find(({ kind, collection }) => kind === 'system' && collection.type === 'auth');
  if (!superusers || superusers.source.count === 0) return plan;
  // One that an earlier run took in is the same one.
  const taken = (await findTaken(engine, source, superusers)).filter(({ there, here }) => there.id !== here.id);
  const coming = superusers.source.count - taken.length;
  const notes = [
    ...plan.notes,
    ...taken.map(({ there }) => `The superuser ${there.email} is here already and stays as it is here.`),
    ...(coming > 0
      ? [`${coming} superusers of the folder are superusers here. Leave them behind with --leave-out _superusers.`]
      : []),
  ];
  return { ...plan, notes, present: new Set(taken.map(({ there }) => there.id)) };
}

async function findTaken(
  engine: Engine,
  source: PocketbaseFolder,
  { source: from, collection }: MovedCollection,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const rows of readChunks(source, from.name)) {
    const accounts = rows.map(({ values }) => ({ id: String(values.id), email: String(values.email ?? '') }));
    const ids = accounts.map(({ id }) => id);
    const emails = accounts.map(({ email }) => email);
    for (const here of await findTakenAccounts(engine.db, collection.name, { ids, emails })) {
      const isSame = ({ id, email }: Account) => id === here.id || email.toLowerCase() === here.email.toLowerCase();
      const there = accounts.find(isSame);
      if (there) taken.push({ there, here });
    }
  }
  return taken;
}
