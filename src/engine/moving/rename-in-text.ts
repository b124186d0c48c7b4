/** Other names of collections by their names in the folder. */
export type Renames = ReadonlyMap<string, string>;

/** A rule that follows collections to their new names: in `@collection.users.`, `users_via_author` and what is compared with a `collectionName`. */
export function renameInRule(rule: string, renames: Renames): string {
  let text = rule;
  for (const [from, to] of renames) {
    text = text.replace(new RegExp(`@collection\\.${from}(?=[.:])`, 'gi'), `@collection.${to}`);
    text = text.replace(new RegExp(`\\b${from}_via_`, 'g'), `${to}_via_`);
    text = text.replace(new RegExp(`(collectionName\\s*\\??!?=\\s*["'])${from}(?=["'])`, 'g'), `$1${to}`);
    text = text.replace(
      new RegExp(`(["'])${from}(["']\\s*\\??!?=\\s*@request\\.auth\\.collectionName)`, 'g'),
      `$1${to}$2`,
    );
  }
  return text;
}

/** The renamed collections that a rule names as a text, such as `@request.auth.collectionName = 'users'`; only its author knows what it meant. */
export function namesInTexts(rule: string, renames: Renames): string[] {
  return [...renames.keys()].filter((name) => new RegExp(`(["'])${name}\\1`).test(rule));
}
