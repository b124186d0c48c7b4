const rules = new Map<string, Intl.PluralRules>();

/** The case of a count in a language: an exact one (`=0`) first, then the language's own category, else `other`. */
export function pluralOf<Case>(language: string, count: number, cases: { other: Case; [key: string]: Case }): Case {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return cases[`=${count}`] ?? cases[rule.select(count)] ?? cases.other;
}
