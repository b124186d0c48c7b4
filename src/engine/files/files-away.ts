/** The bucket that files are kept in can't be reached, or takes nothing: asked again later it may. */
export class FilesAwayError extends Error {
  override readonly name = 'FilesAwayError';
}

/** What `work` answers; whatever goes wrong in it means that the bucket is away. */
export async function orFilesAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new FilesAwayError('The bucket of files could not be asked.', { cause });
  }
}
