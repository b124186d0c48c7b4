import ts from 'typescript';

/** A text for people that stands in the code itself: its place and its words. */
export type LiteralText = { line: number; text: string; node: ts.Node };

/** Attributes and properties that hold words for people, whatever they look like. */
const wordy = new Set(
  'label title placeholder alt hint description detail caption busyText allLabel text note heading word message aria-label aria-description aria-roledescription aria-valuetext confirmText name what lead subject terms'.split(
    ' ',
  ),
);
/** Those that never do. */
const technical = new Set(
  'className class style id htmlFor href to src key ref role type name method action autoComplete inputMode enterKeyHint variant kind tone pattern value defaultValue rel target d viewBox fill stroke strokeLinecap aria-labelledby aria-describedby aria-live aria-controls aria-current aria-keyshortcuts queryKey mutationKey sort field filter fields expand code accept side align loading decoding timeZone hourCycle weekday month locale path'.split(
    ' ',
  ),
);
/** Calls whose arguments are for machines. */
const machineCalls =
  /(?:^|\.)(?:Error|TypeError|RangeError|classNames|collection|querySelector(?:All)?|getElementById|getElementsByName|closest|matches|getItem|setItem|removeItem|addEventListener|removeEventListener|DateTimeFormat|NumberFormat|PluralRules|has|get|set|append|delete|startsWith|endsWith|includes|split|join|replace|replaceAll|matchMedia|createElement|import|readMarketplace|send|fetch|RegExp|pattern|filter|invalidateQueries|localeCompare|createObjectURL|setAttribute|getAttribute|padStart|padEnd|test|exec)$/;
const keyNames =
  /^(?:Enter|Escape|Tab|Space|Home|End|Delete|Backspace|PageUp|PageDown|Arrow\w+|Alt|Shift|Control|Meta)$/;
const className =
  /^(?:[a-z0-9!]+[-:[\]/.%()&>*_,#@=]|[&*[-]|(?:flex|grid|block|inline|hidden|contents|relative|absolute|fixed|sticky|underline|italic|truncate|uppercase|capitalize|border|rounded|shadow|card|btn|figures|unseen|grow|shrink|isolate|transition|animate|outline|ring|table|invisible|visible|static|group|peer|prose|container|field|box|prefix|toast|skeleton)\b)/;

/**
 * The texts for people that a source file writes out itself instead of taking them from a catalogue: text between tags, wordy
 * attributes and properties, and every other string that reads like words. Class names, keys, addresses, codes and messages of
 * errors that only programmers see are none.
 */
export function findLiteralTexts(path: string, source: string): LiteralText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: LiteralText[] = [];
  const visit = (node: ts.Node): void => {
    const text = wordsOf(node);
    if (text !== undefined && isForPeople(node, text)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: text.trim(), node });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The text of a literal; of a template its fixed pieces. Undefined for every other node. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** Whether a literal at this place is read by people. */
export function isForPeople(node: ts.Node, text: string): boolean {
  if (!/\p{L}{2}/u.test(text.replace(/&\w+;/g, ''))) return false;
  if (ts.isJsxText(node)) return true;
  const place = placeOf(node);
  if (place === 'machine') return false;
  if (place === 'words') return true;
  return readsLikeWords(text);
}

function readsLikeWords(text: string): boolean {
  const bare = text.trim().replace(/^[…,·\s]+/, '');
  if (keyNames.test(bare) || /^[A-Z]+\/|^\w+\/[\w.+-]+$|^[./?#]|^https?:|^\d+(px|rem|ms)/.test(bare)) return false;
  if (/^[“(]?\p{Lu}[\p{Ll}’]+(?:[\s,.…:;)?”-]|$)/u.test(bare)) return true;
  const words = bare
    .split(/\s+/)
    .map((word) => word.replace(/^\(|[.,:;!?)”]+$/g, ''))
    .filter((word) => word !== '' && word !== '…');
  return (
    words.length > 1 &&
    !words.some((word) => className.test(word)) &&
    words.every((word) => /^[\p{L}\d…’'“”(]/u.test(word))
  );
}

function placeOf(node: ts.Node): 'machine' | 'words' | 'open' {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return 'machine';
  if (ts.isExternalModuleReference(parent) || ts.isImportTypeNode(parent)) return 'machine';
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return 'machine';
  if (ts.isPropertyAssignment(parent) && parent.name === node) return 'machine';
  if (ts.isCaseClause(parent) || ts.isPropertySignature(parent) || ts.isEnumMember(parent)) return 'machine';
  if (ts.isBinaryExpression(parent) && isComparison(parent.operatorToken.kind)) return 'machine';
  return placeOfHolder(node);
}

/** Climbs through what only chooses between texts, to the attribute, property or call that takes the text. */
function placeOfHolder(node: ts.Node): 'machine' | 'words' | 'open' {
  let inner = node;
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (ts.isJsxAttribute(outer)) {
      const name = outer.name.getText();
      // The name or value of a field is for machines, those that a component of ours shows begin like a title.
      if ((name === 'name' || name === 'value') && /^[^\p{L}]*\p{Lu}/u.test(wordsOf(node) ?? '')) return 'words';
      return placeByName(name, true);
    }
    if (ts.isPropertyAssignment(outer)) return placeByName(outer.name.getText().replace(/['"]/g, ''), false);
    if (ts.isCallExpression(outer) || ts.isNewExpression(outer)) {
      return outer.expression !== inner && machineCalls.test(outer.expression.getText()) ? 'machine' : 'open';
    }
    // Between tags every string is read.
    if (ts.isJsxExpression(outer) && (ts.isJsxElement(outer.parent) || ts.isJsxFragment(outer.parent))) return 'words';
    if (ts.isTaggedTemplateExpression(outer) || ts.isThrowStatement(outer)) return 'machine';
    const passes =
      ts.isConditionalExpression(outer) ||
      ts.isParenthesizedExpression(outer) ||
      ts.isBinaryExpression(outer) ||
      ts.isTemplateSpan(outer) ||
      ts.isTemplateExpression(outer) ||
      ts.isJsxExpression(outer) ||
      ts.isAsExpression(outer) ||
      ts.isArrayLiteralExpression(outer);
    if (!passes) return 'open';
  }
  return 'open';
}

function placeByName(name: string, isAttribute: boolean): 'machine' | 'words' | 'open' {
  if (technical.has(name)) return isAttribute ? 'machine' : 'open';
  if (/^(?:data-|on[A-Z])/.test(name) || /class(?:name)?$/i.test(name)) return 'machine';
  if (wordy.has(name) && isAttribute) return 'words';
  return wordy.has(name) && name !== 'name' && name !== 'what' ? 'words' : 'open';
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
  ].includes(kind);
}
