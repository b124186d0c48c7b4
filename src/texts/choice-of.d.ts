/** The case of a word in a message's `select`, else `other`. */
export declare function choiceOf<Case>(word: string, cases: {
    other: Case;
    [key: string]: Case;
}): Case;
