import ts from 'typescript';

/**
 * The titles of the tests in a file, as they are written: what the calls of `test` and `it` are named, without what a template puts in. With `groups`
 * those of `describe` as well.
 */
export function findTestTitles(path: string, text: string, { groups = false } = {}): string[] {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && (isTest(node.expression) || (groups && isGroup(node.expression)))) {
      const [title] = node.arguments;
      if (title) titles.push(textOf(title));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `test(…)`, `it(…)`, `test.each(…)(…)`, `it.for(…)(…)`, `test.skipIf(…)(…)`; a step, a hook or a description is none. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'test' || called.text === 'it';
  if (!ts.isCallExpression(called) || !ts.isPropertyAccessExpression(called.expression)) return false;
  const { expression, name } = called.expression;
  return isTest(expression) && ['each', 'for', 'skipIf', 'runIf'].includes(name.text);
}

/** `describe(…)`, `test.describe(…)`, `describe.each(…)(…)`. */
function isGroup(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'describe';
  if (ts.isPropertyAccessExpression(called)) return called.name.text === 'describe';
  return (
    ts.isCallExpression(called) &&
    ts.isPropertyAccessExpression(called.expression) &&
    isGroup(called.expression.expression)
  );
}

function textOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return '';
  return [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join('…');
}
