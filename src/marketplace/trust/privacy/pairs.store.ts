import { type Collection, findField } from '#engine/collections/collection.ts';
import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/** A learner and an instructor whom a record is between; `hasConfirmed`: a lesson of theirs was confirmed and not called off. */
export type Pair = { learner: string; instructorUser: string; hasConfirmed: boolean };

/** By which field a record is between two people, and how these are found by its value, `$1`. */
const pairs = {
  conversation: 'select c.learner, c.instructor from conversations c where c.id = $1',
  lesson: 'select l.learner, l.instructor from lessons l where l.id = $1',
  noShow: 'select l.learner, l.instructor from no_shows n join lessons l on l.id = n.lesson where n.id = $1',
  claim: 'select l.learner, l.instructor from claims k join lessons l on l.id = k.lesson where k.id = $1',
} as const;

/** By which field of a collection the two are found; undefined where none of its records is between two people. */
export function pairFieldOf(collection: Collection): keyof typeof pairs | undefined {
  const names = Object.keys(pairs) as Array<keyof typeof pairs>;
  return names.find((name) => findField(collection, name)?.type === 'relation');
}

/** Whom a record is between; undefined where that is nobody, or not known. */
export async function findPair(db: Queryable, collection: Collection, record: RecordValues): Promise<Pair | undefined> {
  const name = pairFieldOf(collection);
  if (!name) return undefined;
  const [pair] = await db.query<Pair>(
    `select coalesce(p.learner, '') as learner, coalesce(i."user", '') as "instructorUser", exists (
       select from lessons x where x.learner = p.learner and x.instructor = p.instructor and x.status in ${statesIn('agreed')}
     ) as "hasConfirmed"
     from (${pairs[name]}) p left join instructors i on i.id = p.instructor`,
    [record[name]],
  );
  return pair;
}
