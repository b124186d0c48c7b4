import { listSessions } from '#engine/auth/list-sessions.ts';
import type { Collection } from '#engine/collections/collection.ts';
import type { Engine } from '#engine/engine.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { findVisible } from '#engine/records/find-visible.ts';
import { presentRecords } from '#engine/records/present-records.ts';
import { readTerms } from '../../people/terms/read-terms.ts';
import { readActivity } from '../../people/users/read-activity.ts';
import { ownFilter } from './own-filter.ts';

export type OwnData = {
  /** What goes into `data.json`. */
  data: Record<string, unknown>;
  /** Where the files of these records are kept, and their names in the download. */
  files: Array<{ key: string; name: string }>;
};

type Records = Array<Record<string, unknown> & { id?: unknown }>;

/**
 * Everything that belongs to an account, as its owner may see it: the account, every record that leads to it, its devices, the days it was used,
 * what it agreed to and what signs in to it. Nothing that is hidden from the owner, such as another learner's side of a record.
 */
export async function collectOwnData(engine: Engine, user: AuthRecord, request: RuleRequest): Promise<OwnData> {
  const accounts = engine.collections.get(user.collectionId);
  const all = engine.collections.all().filter(({ type }) => type !== 'view');
  const records: Record<string, Records> = {};
  const files: OwnData['files'] = [];
  for (const collection of all) {
    const filter = filterFor(collection, all, accounts);
    if (filter === undefined) continue;
    const rows = await findVisible(engine, { collection, request, filter });
    if (rows.length === 0) continue;
    const shown: Records = await presentRecords(engine, { collection, request, rows });
    records[collection.name] = shown;
    files.push(...shown.flatMap((record) => filesOf(collection, record)));
  }
  const devices = await listSessions(engine, user, { page: 1, perPage: 1000 });
  const data = {
    exportedAt: new Date(engine.clock.nowMs()).toISOString(),
    account: records[accounts.name]?.[0],
    activity: await readActivity(engine, user.id),
    agreedTo: (await readTerms(engine, user.id)).acceptances,
    devices: devices.items.map(({ createdMs, lastUsedMs, ...device }) => ({
      ...device,
      created: new Date(createdMs).toISOString(),
      lastUsed: new Date(lastUsedMs).toISOString(),
    })),
    records: Object.fromEntries(Object.entries(records).filter(([name]) => name !== accounts.name)),
  };
  return { data, files };
}

function filterFor(collection: Collection, all: readonly Collection[], accounts: Collection): string | undefined {
  if (collection.id === accounts.id) return 'id = @request.auth.id';
  // Its own rule says whose it is.
  if (collection.name === '_externalAuths') return '';
  return collection.system ? undefined : ownFilter(collection, all, accounts);
}

function filesOf(collection: Collection, record: Records[number]): OwnData['files'] {
  return collection.fields.flatMap((field) => {
    if (field.type !== 'file') return [];
    const names = [record[field.name]].flat().filter((name) => typeof name === 'string' && name !== '');
    return names.map((name) => ({
      key: `${collection.id}/${String(record.id)}/${String(name)}`,
      name: `files/${collection.name}/${String(record.id)}/${String(name)}`,
    }));
  });
}
