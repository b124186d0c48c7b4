/** A filter, sort or rule that cannot be understood. The message is for its writer, in the reference's words. */
export class FilterError extends Error {
  override name = 'FilterError';
  /** The word that was being read. */
  readonly literal: string;
  /** A path names a field that there isn't. */
  isUnknown = false;

  constructor(message: string, literal = '') {
    super(message);
    this.literal = literal;
  }
}

/** A path that names a field which there isn't. */
export function unknownField(message: string): FilterError {
  return Object.assign(new FilterError(message), { isUnknown: true });
}

/** A text in double quotes, its special characters escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
