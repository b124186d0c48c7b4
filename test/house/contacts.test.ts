import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { contactsSays, holdsWords } from '#marketplace/platform/rights/contacts.ts';

test('[25.6] each text of each collection says what becomes of contact details in it, or why they may stay', () => {
  const says: readonly string[] = contactsSays;
  const silent = marketplaceCollections.flatMap(({ name, fields }) =>
    fields
      .filter((field) => holdsWords(field) && !says.includes(field.contacts ?? ''))
      .map((field) => `${name}.${field.name}`),
  );
  expect(silent).toEqual([]);
});
