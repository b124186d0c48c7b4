import type { Collection, Field } from '../collections/collection.ts';
import type { SourceCollection } from './open-pocketbase.ts';

/** What the operator chose: other names for collections, and what stays behind (`posts`, or `users.nickname` for one field). */
export type ImportChoice = {
  renames: ReadonlyMap<string, string>;
  leftOut: ReadonlySet<string>;
  keepsSettings: boolean;
};

/**
 * A collection on its way: `made` here as the folder describes it; `mapped` into the product's own of that name; `system`, which both have.
 * `fields` are those whose values are taken over.
 */
export type MovedCollection = {
  kind: 'made' | 'mapped' | 'system';
  source: SourceCollection;
  collection: Collection;
  fields: Field[];
};

export type ImportPlan = {
  moved: MovedCollection[];
  /** The ids of collections here by their ids in the folder. */
  ids: ReadonlyMap<string, string>;
  /** Ids of superusers in the folder whose address a superuser here has. */
  present: ReadonlySet<string>;
  /** Sentences about what is not as it was there. */
  notes: string[];
};
