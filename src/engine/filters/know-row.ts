import { type Collection, findField, isMultiple } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { FilterNode, Operand } from './parse-filter.ts';

/** A filter's tree with the ids that a row's own relations hold in place of their names: what compares these with the request asks nothing of the database. */
export function knowRow<Node extends FilterNode>(node: Node, collection: Collection, row: Row): Node {
  if (node.type === 'group') {
    return { ...node, parts: node.parts.map((part) => ({ ...part, node: knowRow(part.node, collection, row) })) };
  }
  const known = (operand: Operand): Operand => {
    if (operand.type !== 'identifier') return operand;
    const field = findField(collection, operand.text);
    const value = field?.type === 'relation' && !isMultiple(field) ? row[field.name] : undefined;
    return typeof value === 'string' ? { type: 'text', value } : operand;
  };
  return { ...node, left: known(node.left), right: known(node.right) };
}
