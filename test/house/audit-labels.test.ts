import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { root } from '../support/list-files.ts';

type Labels = { auditCollections: Record<string, string>; collectionWords: (collection: string) => string };
const { auditCollections, collectionWords }: Labels = await import(
  /* @vite-ignore */ join(root, 'src/web/running/admin/audit-labels.ts')
);

test('the audit trail has words for every collection of the product, and calls others by the name they were given', () => {
  const names = marketplaceCollections.map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(auditCollections, name))).toEqual([]);
  expect(collectionWords('instructor_documents')).toBe('instructor’s paper');
  expect(collectionWords('tuition_centres')).toBe('tuition_centres');
  expect(collectionWords('constructor')).toBe('constructor');
});
