/** Fewer digits name no account. */
const leastDigits = 4;

/** The digits of an account's number, without what stands before a slash (the bank's code) and hyphens; empty where it has too few. */
export function accountDigits(text: string): string {
  const digits = (text.split('/').at(-1) ?? '').replace(/\D/g, '');
  return digits.length < leastDigits ? '' : digits;
}

/** Whether two numbers are of one account: exports write the bank's and the branch's code before it or leave them out, and some hide the first digits. */
export function isSameAccount(one: string, other: string): boolean {
  return one.endsWith(other) || other.endsWith(one);
}

/** What a person tells accounts apart by. */
export function lastFour(account: string): string {
  return account.slice(-leastDigits);
}

/** The number of the account in the lines that a CSV export has above its columns: `Account Number,072-123456-7`, or behind its name in the same cell. */
export function accountAbove(rows: ReadonlyArray<{ cells: readonly string[] }>): string {
  for (const { cells } of rows) {
    const at = cells.findIndex((name) => /^(?:.{0,20}\/ ?)?account\b.{0,20}\b(?:number|no|details|for)\b/i.test(name));
    if (at < 0) continue;
    // Hidden digits are written as X or a star.
    const runs = cells
      .slice(at, at + 2)
      .join(' ')
      .split(/[^\dX* -]/);
    const digits = runs.filter(isNumber).map(accountDigits).at(-1) ?? '';
    if (digits !== '') return digits;
  }
  return '';
}

function isNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '').length;
  return digits >= 6 || (digits >= leastDigits && /[X*]{2}/.test(run));
}
