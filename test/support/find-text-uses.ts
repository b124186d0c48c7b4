import ts from 'typescript';

/**
 * The texts that a file takes from the catalogue, as `namespace.key`: members of `import * as … from '#texts/<namespace>.ts'`, and of
 * what `<namespace>In(language)` answers. A namespace that is handed on whole can't be followed and is not allowed: it throws.
 */
export function findTextUses(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const names = new Map<string, string>();
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) noteImport(node, names);
    if (ts.isVariableDeclaration(node)) noteVariable(node, names);
    if (ts.isIdentifier(node)) {
      const namespace = names.get(node.text);
      const { parent } = node;
      if (namespace && ts.isPropertyAccessExpression(parent) && parent.expression === node) {
        found.push(`${namespace}.${parent.name.text}`);
      } else if (namespace && ts.isElementAccessExpression(parent) && parent.expression === node) {
        throw new Error(`${path}: ${parent.getText(file)} hides which text is used`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function noteImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, names: Map<string, string>): void {
  const namespace = ts.isStringLiteral(moduleSpecifier) && /^#texts\/(\w+)\.ts$/.exec(moduleSpecifier.text)?.[1];
  const bindings = importClause?.namedBindings;
  if (namespace && bindings && ts.isNamespaceImport(bindings)) names.set(bindings.name.text, namespace);
}

function noteVariable({ name, initializer }: ts.VariableDeclaration, names: Map<string, string>): void {
  if (!initializer || !ts.isIdentifier(name) || !ts.isCallExpression(initializer)) return;
  const namespace = /^(cancelling|exports|mails|notices)In$/.exec(initializer.expression.getText())?.[1];
  if (namespace) names.set(name.text, namespace);
}
