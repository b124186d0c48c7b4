/** Why a folder cannot be moved in or out, in sentences for who asked for it. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}
