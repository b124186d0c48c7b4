import { type RawBuilder, sql } from 'kysely';
import type { Collection, Field } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { budgetOf } from '../limits/budgets.ts';
import { compare } from './compare.ts';
import type { Condition } from './condition.ts';
import { FilterError, quoted } from './filter-error.ts';
import { isKeptFrom } from './is-kept-from.ts';
import { knowRow } from './know-row.ts';
import { ownReference } from './own-reference.ts';
import { type Comparison, type FilterNode, type Operand, parseFilter } from './parse-filter.ts';
import { relatedOnce } from './related-once.ts';
import { baseOrigin, resolveOperand } from './resolve-operand.ts';
import type { Origin } from './resolve-path.ts';
import type { RuleRequest } from './rule-request.ts';
import { createScope, type FilterMode, type Scope, type ScopeFrame } from './scope.ts';
import type { Side } from './values.ts';

const maxClientLength = 3500;
const maxComparisons = 200;

export type FilterQuestion = {
  collection: Collection;
  filter: string;
  request: RuleRequest;
  mode: FilterMode;
  /** The alias of the collection's table in the statement around. */
  alias: string;
  /** Counts what the filter compares and joins. */
  count?: ScopeFrame['count'];
  /** All records are asked, not one. */
  isOfList?: true;
  /** It is one that is to be made. */
  isMade?: true | undefined;
  /** The one that is asked, as it was read a moment ago. */
  row?: Row | undefined;
};

/**
 * A filter as a condition on the row of `alias`: a fragment with parameters, or a plain truth where the request alone decides. No text of the
 * filter becomes SQL. Throws a FilterError for what is not understood, and 400 for a client's filter that joins too much.
 */
export function compileFilter(engine: Engine, question: FilterQuestion): Condition {
  const { collection, filter, request, mode, alias } = question;
  const frame = { ...frameOf(engine, request, mode, question.count), isOfList: question.isOfList === true };
  const scope = createScope(frame, alias === 't' ? '' : `${alias}_`);
  const base: Origin = { ...baseOrigin(collection, alias), ...(question.isMade ? { isMade: true } : {}) };
  if (mode !== 'rule' && filter.length > maxClientLength) throw new FilterError('max filter length limit reached');
  const tree = parseFilter(filter);
  const condition = compileNode(scope, base, question.row ? knowRow(tree, collection, question.row) : tree);
  if (typeof condition === 'boolean') return condition;
  if (scope.joins.length === 0) return sql`(${condition})`;
  return sql`exists (select 1 from (values (1)) as one(x) ${sql.join(scope.joins, sql` `)} where ${condition})`;
}

/** What the scopes of one filter or sort have in common. A client looks into other collections only as far as their list rules let them. */
export function frameOf(
  engine: Engine,
  request: RuleRequest,
  mode: FilterMode,
  count: ScopeFrame['count'] = newCount(),
): ScopeFrame {
  const visible = (collection: Collection, alias: string) =>
    mode === 'client' ? listed(engine, { collection, request, alias }) : true;
  const seen = (collection: Collection, { wholeFor = '', seenBy = wholeFor }: Field, alias: string) =>
    seenBy === '' ||
    (seenBy !== null && compileFilter(engine, { collection, filter: seenBy, request, mode: 'rule', alias }));
  const maxJoins = mode === 'rule' ? Number.POSITIVE_INFINITY : budgetOf(engine.settings.current(), 'filterJoins');
  return { engine, request, mode, visible, seen, maxJoins, count, isOfList: false };
}

/** What a filter or sort compares and joins, before it is compiled: nothing. */
export function newCount(): ScopeFrame['count'] {
  return { comparisons: 0, joins: 0, named: [] };
}

type Target = { collection: Collection; request: RuleRequest; alias: string };

function listed(engine: Engine, { collection, request, alias }: Target): RawBuilder<unknown> | true {
  if (isKeptFrom(request.auth, collection)) return sql`false`;
  const rule = collection.listRule;
  if (rule === null)
    throw new FilterError(
      `${quoted(collection.name)} fields can be accessed only when allowHiddenFields is enabled or by superusers`,
    );
  if (rule === '') return true;
  const condition = compileFilter(engine, { collection, filter: rule, request, mode: 'rule', alias });
  return condition === true || fragmentOf(condition);
}

function fragmentOf(condition: Condition): RawBuilder<unknown> {
  if (typeof condition === 'boolean') return condition ? sql`true` : sql`false`;
  return sql`(${condition})`;
}

function compileNode(scope: Scope, base: Origin, node: FilterNode): Condition {
  if (node.type === 'comparison') return compileComparison(scope, base, node);
  // OR of ANDs, in the order written.
  const alternatives: Condition[][] = [];
  for (const { join, node: part } of node.parts) {
    const condition = compileNode(scope, base, part);
    const current = alternatives.at(-1);
    if (!current || join === '||') alternatives.push([condition]);
    else current.push(condition);
  }
  return anyOf(alternatives.map(allOf));
}

function allOf(conditions: Condition[]): Condition {
  if (conditions.includes(false)) return false;
  const open = conditions.filter((condition) => condition !== true);
  if (open.length === 0) return true;
  return open.length === 1 && open[0] !== undefined ? open[0] : sql`${sql.join(open.map(fragmentOf), sql` and `)}`;
}

function anyOf(conditions: Condition[]): Condition {
  if (conditions.includes(true)) return true;
  const open = conditions.filter((condition) => condition !== false);
  if (open.length === 0) return false;
  return open.length === 1 && open[0] !== undefined ? open[0] : sql`(${sql.join(open.map(fragmentOf), sql` or `)})`;
}

function compileComparison(scope: Scope, base: Origin, comparison: Comparison): Condition {
  if (++scope.count.comparisons > maxComparisons) throw new FilterError('max filter expressions limit reached');
  const own = ownReference(scope, base, comparison) ?? (scope.isOfList && relatedOnce(scope, base, comparison));
  if (own) return own;
  const isAny = comparison.operator.startsWith('?');
  const operator = isAny ? comparison.operator.slice(1) : comparison.operator;
  const left = resolveSide(scope, base, comparison, 'left');
  const right = resolveSide(scope, base, comparison, 'right');
  const condition = compare(left, operator, right);
  const isMany = (side: Side) => side.type === 'value' && side.isMany;
  if (isAny || !(isMany(left) || isMany(right)) || typeof condition === 'boolean') return condition;
  const areBoth = isMany(left) && isMany(right);
  return sql`${fragmentOf(condition)} and ${holdsForAll(scope, base, { ...comparison, operator, areBoth })}`;
}

function resolveSide(scope: Scope, base: Origin, comparison: Comparison, which: 'left' | 'right'): Side {
  const operand = comparison[which];
  try {
    return resolveOperand(scope, base, operand);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new FilterError(`invalid ${which} operand ${quoted(literalOf(operand))} - ${error.message}`);
  }
}

function literalOf(operand: Operand): string {
  if (operand.type === 'text') return operand.value;
  return operand.type === 'call' ? operand.name : operand.text;
}

// The one value that many are compared with is no longer known as JSON's in the reference.
function loosened(side: Side): Side {
  return side.type === 'value' && side.kind === 'json' && !side.isMany ? { ...side, isLoose: true } : side;
}

// Among many, an item that there isn't is the empty text.
function amongMany(side: Side): Side {
  if (side.type === 'constant' || !side.isMany) return side;
  const { isSent: _, ...value } = side;
  return value;
}

// Without `?` every value must satisfy the comparison: none may be found, over joins of their own, that does not. Where both sides are many, each
// value of one is compared with each of the other. A value that is nothing satisfies, as in the reference.
function holdsForAll(
  scope: Scope,
  base: Origin,
  { left, right, operator, areBoth }: Comparison & { areBoth: boolean },
): RawBuilder<unknown> {
  const own = createScope(scope, `${scope.nextPrefix()}_`);
  const other = areBoth ? createScope(scope, `${scope.nextPrefix()}_`) : own;
  const sides = [resolveOperand(own, base, left), resolveOperand(other, base, right)] as const;
  const [one, two] = (areBoth ? [...sides] : sides.map(loosened)).map(amongMany);
  const condition = one && two ? compare(one, operator, two) : false;
  const joins = areBoth ? [...own.joins, ...other.joins] : own.joins;
  return sql`not exists (select 1 from (values (1)) as one(x) ${sql.join(joins, sql` `)} where not ${fragmentOf(condition)})`;
}
