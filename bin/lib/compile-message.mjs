import { parse } from '@messageformat/parser';

/**
 * One message of a catalogue as the source of an expression. A message without parameters is a string; one with parameters is a
 * function of them; one with tags (`<terms>our terms</terms>`, or `<price/>` for a ready part) is a function that answers its parts.
 * `parameters` tells their names and kinds, so that catalogues can be compared. Throws with a plain sentence at a message that is not
 * ICU MessageFormat or whose tags do not close.
 */
export function compileMessage(text, language) {
  const parameters = new Map();
  const scope = { parameters, language, count: undefined, uses: new Set() };
  const nodes = readTags(parse(text, { strict: true }), text);
  const hasTags = containsTag(nodes);
  const body = hasTags ? writeParts(nodes, scope) : writeText(nodes, scope);
  if (parameters.size === 0) return { kind: 'string', source: body, parameters, uses: scope.uses };
  const types = [...parameters].map(([name, kind]) => `${name}: ${kindTypes[kind]}`).join('; ');
  const signature = hasTags ? `<T>(v: { ${types} }): Array<string | T>` : `(v: { ${types} }): string`;
  return { kind: 'function', source: `${signature} => ${body}`, parameters, uses: scope.uses };
}

const kindTypes = {
  text: 'string | number',
  number: 'number',
  choice: 'string',
  tag: '(text: string) => T',
  part: 'T',
};

/** Tags are text to the parser: they are found here, across its pieces. */
function readTags(tokens, text) {
  const open = [{ type: 'root', children: [] }];
  for (const token of tokens) {
    if (token.type === 'content') for (const piece of token.value.split(anyTag)) readPiece(piece, open, text);
    else {
      const cases = token.cases?.map(({ key, tokens: inner }) => ({ key, nodes: readTags(inner, text) }));
      open.at(-1).children.push(cases ? { ...token, cases } : token);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1).name}> is not closed in “${text}”`);
  return open[0].children;
}

const anyTag = /(<\/?[a-zA-Z]\w*\/?>)/;

function readPiece(piece, open, text) {
  const [, closing, name, single] = /^<(\/?)(\w+)(\/?)>$/.exec(piece) ?? [];
  if (!name) {
    if (piece !== '') open.at(-1).children.push({ type: 'content', value: piece });
  } else if (single) open.at(-1).children.push({ type: 'part', name });
  else if (!closing) open.push({ type: 'tag', name, children: [] });
  else {
    const closed = open.pop();
    if (closed.name !== name) throw new Error(`</${name}> closes nothing in “${text}”`);
    open.at(-1).children.push(closed);
  }
}

function containsTag(nodes) {
  return nodes.some(
    ({ type, cases }) => type === 'tag' || type === 'part' || cases?.some(({ nodes: inner }) => containsTag(inner)),
  );
}

function note({ parameters }, name, kind) {
  const known = parameters.get(name);
  // A count may be written out as well; what is said of it most exactly holds.
  if (known === undefined || (known === 'text' && kind === 'number')) parameters.set(name, kind);
  else if (known !== kind && kind !== 'text') throw new Error(`{${name}} is used as ${known} and as ${kind}`);
}

/** A template literal, or a string where nothing is put in. */
function writeText(nodes, scope) {
  const pieces = nodes.map((node) => {
    if (node.type === 'content') return { text: node.value };
    if (node.type === 'tag' || node.type === 'part') throw new Error(`<${node.name}> stands inside another tag`);
    return { expression: writeExpression(node, scope, writeText) };
  });
  if (pieces.every(({ expression }) => expression === undefined)) {
    return JSON.stringify(pieces.map(({ text }) => text).join(''));
  }
  if (pieces.length === 1 && nodes[0].cases) return pieces[0].expression;
  const protect = (text) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
  return `\`${pieces.map(({ text, expression }) => (expression ? `\${${expression}}` : protect(text))).join('')}\``;
}

/** An array of strings and of what the tags' functions answer. */
function writeParts(nodes, scope) {
  const parts = nodes.map((node) => {
    if (node.type === 'content') return JSON.stringify(node.value);
    if (node.type === 'part') {
      note(scope, node.name, 'part');
      return `v.${node.name}`;
    }
    if (node.type === 'tag') {
      note(scope, node.name, 'tag');
      return `v.${node.name}(${writeText(node.children, scope)})`;
    }
    if (node.cases) return `...${writeExpression(node, scope, writeParts)}`;
    return `String(${writeExpression(node, scope, writeText)})`;
  });
  return `[${parts.join(', ')}]`;
}

function writeExpression(node, scope, writeInner) {
  const { type, arg } = node;
  if (type === 'octothorpe') {
    scope.uses.add('formatNumber');
    return `formatNumber(v.${scope.count})`;
  }
  if (type === 'argument') {
    note(scope, arg, 'text');
    return `v.${arg}`;
  }
  if (type === 'function' && node.key === 'number') {
    note(scope, arg, 'number');
    scope.uses.add('formatNumber');
    return `formatNumber(v.${arg})`;
  }
  if (type !== 'plural' && type !== 'select') throw new Error(`{${arg}, ${node.key ?? type}} is not supported`);
  const verb = type === 'plural' ? 'pluralOf' : 'choiceOf';
  note(scope, arg, type === 'plural' ? 'number' : 'choice');
  scope.uses.add(verb);
  const inside = type === 'plural' ? { ...scope, count: arg } : scope;
  const cases = node.cases.map(({ key, nodes }) => {
    const name = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
    return `${name}: ${writeInner(nodes, inside)}`;
  });
  const by = type === 'plural' ? `'${scope.language}', v.${arg}` : `v.${arg}`;
  return `${verb}(${by}, { ${cases.join(', ')} })`;
}
