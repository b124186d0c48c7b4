/** The case of a count in a language: an exact one (`=0`) first, then the language's own category, else `other`. */
export declare function pluralOf<Case>(language: string, count: number, cases: {
    other: Case;
    [key: string]: Case;
}): Case;
