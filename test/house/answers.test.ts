import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/** A call of /api/marketplace as a file has it: its method, its path below that, and the names of its answer's types. */
type Call = { at: string; method: string; path: string; types: string[] };

const below = '/api/marketplace/';

const sources = new Map<string, ts.SourceFile>();

function sourceOf(path: string): ts.SourceFile {
  const text = () => readFileSync(join(root, path), 'utf8');
  const source = sources.get(path) ?? ts.createSourceFile(path, text(), ts.ScriptTarget.Latest, true);
  sources.set(path, source);
  return source;
}

const sourcesOf = (folder: string) =>
  listFiles([folder])
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map(sourceOf);

function nodesOf(file: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [file];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes;
}

/** The text of a path: what is put in stands as `*`, a constant is followed to where it is written; undefined where only the running product knows. */
function textOf(node: ts.Node | undefined, file: ts.SourceFile): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
  if (!ts.isIdentifier(node)) return undefined;
  const constants = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const made = constants.find(({ name }) => name.getText() === node.text);
  if (made) return textOf(made.initializer, file);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const from = imports.find(({ importClause }) => importClause?.getText().match(/\w+/g)?.includes(node.text));
  const beside = textOf(from?.moduleSpecifier, file);
  const other = beside?.startsWith('.') ? sourceOf(join(dirname(file.fileName), beside)) : undefined;
  return other && other !== file ? textOf(node, other) : undefined;
}

/** The names of types that a file has from src/wire. */
function wiredIn(file: ts.SourceFile): Set<string> {
  const imports = file.statements.filter(ts.isImportDeclaration);
  const wired = imports.filter(({ moduleSpecifier }) => textOf(moduleSpecifier, file)?.startsWith('#wire/'));
  return new Set(wired.flatMap(({ importClause }) => [...(importClause?.getText().match(/\w+/g) ?? [])]));
}

function typesOf(given: ts.TypeNode | undefined): string[] {
  if (given === undefined) return [];
  return ts.isUnionTypeNode(given) ? given.types.map((type) => type.getText()) : [given.getText()];
}

const placeOf = (file: ts.SourceFile, node: ts.Node) =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** What a route says that it answers: by `satisfies Route<…>`, or by what the function answers that makes it. */
function answerOfRoute(route: ts.Node): ts.TypeNode | undefined {
  for (let node = route.parent; node !== undefined; node = node.parent) {
    const said = ts.isSatisfiesExpression(node) || ts.isFunctionLike(node) ? node.type : undefined;
    const made = said && ts.isArrayTypeNode(said) ? said.elementType : said;
    if (made && ts.isTypeReferenceNode(made) && made.typeName.getText() === 'Route') return made.typeArguments?.[0];
    if (ts.isFunctionLike(node)) return undefined;
  }
  return undefined;
}

function routesIn(file: ts.SourceFile): Call[] {
  return nodesOf(file)
    .filter(ts.isObjectLiteralExpression)
    .flatMap((route) => {
      const textAt = (name: string) =>
        textOf(
          route.properties.flatMap((one) => {
            if (one.name?.getText() !== name) return [];
            if (ts.isShorthandPropertyAssignment(one)) return [one.name];
            return ts.isPropertyAssignment(one) ? [one.initializer] : [];
          })[0],
          file,
        );
      const [method, path] = [textAt('method'), textAt('path')];
      if (method === undefined || !path?.startsWith(below)) return [];
      const types = typesOf(answerOfRoute(route));
      return [{ at: placeOf(file, route), method, path: path.slice(below.length), types }];
    });
}

/** What answers no JSON: nothing, or a file. */
const noAnswers = ['never', 'string', 'Buffer', 'Readable'];

const served = sourcesOf('src/marketplace').flatMap((file) => {
  const wired = wiredIn(file);
  return routesIn(file).map((route) => ({
    ...route,
    strange: route.types.filter((type) => !noAnswers.includes(type) && !wired.has(type)),
  }));
});

test('what a call of /api/marketplace answers is a type of src/wire where the server makes it', () => {
  expect(served.length).toBeGreaterThan(80);
  expect(served.filter(({ types, strange }) => types.length === 0 || strange.length > 0)).toEqual([]);
});

/** The calls of /api/marketplace that a file of the web makes; `path` is empty where it is put together elsewhere. */
function callsIn(file: ts.SourceFile): Call[] {
  return nodesOf(file)
    .filter(ts.isCallExpression)
    .flatMap((call): Call[] => {
      const [first, second] = call.arguments.map((given) => textOf(given, file));
      const said = { at: placeOf(file, call), types: typesOf(call.typeArguments?.[0]) };
      const name = call.expression.getText();
      if (name === 'readMarketplace') return [{ ...said, method: 'GET', path: first ?? '' }];
      if (name === 'callMarketplace') return [{ ...said, method: first ?? '', path: second ?? '' }];
      // Of pages that the server renders, also through what bears a refusal; what stands for any type is made there and not asked.
      const isRead = ['readPage', 'readOrNothing'].includes(name) && !/^[A-Z]?$/.test(said.types.join());
      if (isRead && second?.startsWith(below) !== false) {
        return [{ ...said, method: 'GET', path: second?.slice(below.length).replace(/\?.*/, '') ?? '' }];
      }
      return [];
    });
}

/** Whether a path of the web may be one of the server's: what is put in stands for any one step, and what is not never for a parameter. */
function fits(path: string, route: string): boolean {
  const [asked, known] = [path.split('/'), route.split('/')];
  const fitsStep = (step: string, at: number) => asked[at]?.includes('*') || asked[at] === step;
  return asked.length === known.length && known.every(fitsStep);
}

const web = sourcesOf('src/web');
const client = 'src/web/platform/session/backend.ts';
const asked = web.filter(({ fileName }) => fileName !== client).flatMap((file) => callsIn(file));

test('the web reads each answer of /api/marketplace as the type that the server gives it', () => {
  expect(asked.length).toBeGreaterThan(80);
  const wrong = asked.filter(({ method, path, types: [type] }) => {
    const routes = served.filter((route) => route.method === method && (path === '' || fits(path, route.path)));
    // Nobody reads what a call that changes something answers, or it answers nothing.
    if (type === undefined) return method === 'GET' || routes.length === 0;
    return (
      !routes.some(({ types }) => types.includes(type)) ||
      (path !== '' && routes.some(({ types }) => !types.includes(type)))
    );
  });
  expect(wrong).toEqual([]);
});

test('the web asks /api/marketplace for answers by readMarketplace, callMarketplace and readPage alone', () => {
  const sent = web.flatMap((file) =>
    nodesOf(file)
      .filter(ts.isCallExpression)
      .filter(
        ({ expression, arguments: given }) =>
          /\bsend$/.test(expression.getText()) && textOf(given[0], file)?.startsWith(below),
      )
      .map((call) => placeOf(file, call)),
  );
  expect(sent.map((place) => place.replace(/:\d+$/, ''))).toEqual([client, client]);
});
