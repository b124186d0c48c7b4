import type { Collection, Field } from './collection.ts';

/**
 * Whether no view may read a field. What is described in code hides nothing without need; elsewhere a view may show what its collection hides, as in
 * the reference.
 */
export function isSecret({ type, managed }: Collection, field: Field): boolean {
  if (field.type === 'password' || (type === 'auth' && field.name === 'tokenKey')) return true;
  return managed && field.hidden;
}
