/** No answer to a question of ours is longer. */
const mostBytes = 1024 * 1024;

/** What a service of others answered, as JSON. Throws when it is none, or is longer than any answer to a question of ours: one could go on for ever. */
export async function readJsonAnswer({ body }: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early lets the connection go.
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('The answer is too long.');
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}
