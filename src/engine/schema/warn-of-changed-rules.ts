import type { Collection } from '../collections/collection.ts';
import { ruleNames } from '../collections/strict-rules.ts';
import type { Engine } from '../engine.ts';

/** It was whether somebody is signed in, and is the caller's field itself, as in the reference: neither true nor false. */
const changed = /@request\.auth\.[\w.]+:isset\b/;

/** Names the rules that let in others than under an older version, for the operator to write anew. */
export function warnOfChangedRules({ collections, log }: Pick<Engine, 'collections' | 'log'>): void {
  for (const collection of collections.all()) {
    for (const [rule, text] of rulesOf(collection)) {
      if (!changed.test(text ?? '')) continue;
      const hint = 'Of the caller, `:isset` says nothing: ask `@request.auth.id != ""` for who is signed in.';
      log.warn({ collection: collection.name, rule }, `A rule lets in others than before. ${hint}`);
    }
  }
}

function rulesOf(collection: Collection): Array<[name: string, text: string | null]> {
  const { auth } = collection;
  const ofAuth: Array<[string, string | null]> = auth
    ? [
        ['authRule', auth.authRule],
        ['manageRule', auth.manageRule],
        ['mfa.rule', auth.mfa.rule],
      ]
    : [];
  return [...ruleNames.map((name): [string, string | null] => [name, collection[name]]), ...ofAuth];
}
