/** A filter, sort or rule that cannot be understood. The message is for its writer. */
export class FilterError extends Error {
  override name = 'FilterError';
}
