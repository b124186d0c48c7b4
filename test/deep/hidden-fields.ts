import type { Collection, Rule } from '#engine/collections/collection.ts';
import { systemCollections } from '#engine/collections/system.collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { personRule } from '#marketplace/platform/rights/field-rights.ts';

/** Hidden fields that a hook of their collection gives to somebody all the same. */
const given: Readonly<Record<string, Rule>> = {
  // The learner tells it to the instructor.
  'lessons.startCode': `${personRule} && learner = @request.auth.id`,
};

/** By collection and field who is shown it: the rule of its `seenBy`, null for nobody but superusers. Fields that go with their record are left out. */
export function hiddenFields(): Record<string, Record<string, Rule>> {
  return Object.fromEntries(
    [...systemCollections, ...marketplaceCollections].map((collection) => [collection.name, hiddenIn(collection)]),
  );
}

function hiddenIn({ name: collection, fields }: Collection): Record<string, Rule> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, hidden, seenBy }) => {
      const rule = given[`${collection}.${name}`];
      if (rule !== undefined) return [[name, rule]];
      if (hidden || type === 'password' || name === 'tokenKey') return [[name, null]];
      return seenBy === undefined ? [] : [[name, seenBy]];
    }),
  );
}
