import type { Collection } from '#engine/collections/collection.ts';

const maxSteps = 3;

/**
 * A filter for the records of a collection that belong to who asks: those from which a chain of relations leads to their account, such as
 * `lesson.instructor.user`. Undefined when no chain does. New collections take part by their relations alone.
 */
export function ownFilter(
  collection: Collection,
  all: readonly Collection[],
  accounts: Collection,
): string | undefined {
  const chains = chainsTo(accounts, { collection, all, seen: [collection.id] });
  if (chains.length === 0) return undefined;
  return chains.map((chain) => `${chain.join('.')} ?= @request.auth.id`).join(' || ');
}

type Place = { collection: Collection; all: readonly Collection[]; seen: readonly string[] };

function chainsTo(accounts: Collection, { collection, all, seen }: Place): string[][] {
  if (seen.length > maxSteps) return [];
  return collection.fields.flatMap((field) => {
    if (field.type !== 'relation') return [];
    if (field.collectionId === accounts.id) return [[field.name]];
    const target = all.find(({ id }) => id === field.collectionId);
    if (!target || seen.includes(target.id)) return [];
    const further = chainsTo(accounts, { collection: target, all, seen: [...seen, target.id] });
    return further.map((chain) => [field.name, ...chain]);
  });
}
