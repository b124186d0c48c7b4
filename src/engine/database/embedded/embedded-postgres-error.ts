/** The embedded database can't be used, for a reason that one sentence tells the person who starts the server. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
