/** The case of a word in a message's `select`, else `other`. */
export function choiceOf<Case>(word: string, cases: { other: Case; [key: string]: Case }): Case {
  return Object.hasOwn(cases, word) ? (cases[word] ?? cases.other) : cases.other;
}
