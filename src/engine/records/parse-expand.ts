const maxDepth = 6;

/** What follows a name in the paths; `isEnd` when one of them ends there. */
export type ExpandTree = { isEnd: boolean; inner: Map<string, ExpandTree> };

/** The paths of an `expand` parameter (wire contract, section 7), paths within longer ones merged, and how many relations they name in all. */
export function parseExpand(expand: string): { tree: ExpandTree; names: number } {
  const tree: ExpandTree = { isEnd: false, inner: new Map() };
  let names = 0;
  for (const path of expand.replace(/\s+/g, '').split(',')) {
    const parts = path.split('.', 3 * maxDepth).filter(Boolean);
    let level = tree;
    for (const part of parts.slice(0, maxDepth)) {
      let next = level.inner.get(part);
      if (!next) {
        next = { isEnd: false, inner: new Map() };
        level.inner.set(part, next);
        names++;
      }
      level = next;
    }
    level.isEnd = true;
  }
  return { tree, names };
}
