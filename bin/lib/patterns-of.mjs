import ts from 'typescript';

/**
 * Every pattern of a source: literals, and what `RegExp` makes of texts of the same file; one whose text can't be known has no `source`,
 * unless `fill` says what to judge in its open places.
 */
export function patternsOf(text, name, fill) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const known = constantsOf(file);
  const found = [];
  const visit = (node) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line });
    } else if (isMaking(node)) {
      const [source, flags] = (node.arguments ?? []).map((given) => textOf(given, known, fill));
      found.push({ source, flags: flags ?? '', line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isMaking(node) {
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node))) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

function constantsOf(file) {
  const lists = file.statements.filter(ts.isVariableStatement).map(({ declarationList }) => declarationList);
  const constants = lists.filter(({ flags }) => flags & ts.NodeFlags.Const).flatMap(({ declarations }) => declarations);
  return new Map(constants.map(({ name, initializer }) => [name.getText(), initializer]));
}

/** The text that an expression stands for, undefined where only the running product knows; `open` stands there then, if given. */
function textOf(node, known, open) {
  const inner = (part) => textOf(part, known, open);
  if (!node) return open;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return known.has(node.text) ? inner(known.get(node.text)) : open;
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return ofTemplate(node.template, inner, 'rawText');
  if (ts.isTemplateExpression(node)) return ofTemplate(node, inner, 'text');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return together([inner(node.left), inner(node.right)]);
  return ofJoined(node, inner) ?? open;
}

function ofTemplate(template, inner, kind) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template[kind];
  const spans = template.templateSpans.flatMap(({ expression, literal }) => [inner(expression), literal[kind]]);
  return together([template.head[kind], ...spans]);
}

/** `[…].join('|')` of texts. */
function ofJoined(node, inner) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: list, name } = node.expression;
  if (name.text !== 'join' || !ts.isArrayLiteralExpression(list)) return undefined;
  return together(list.elements.map(inner), inner(node.arguments[0]));
}

function together(parts, between = '') {
  return parts.includes(undefined) ? undefined : parts.join(between);
}
