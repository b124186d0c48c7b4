import { once } from 'node:events';

const isWaiting = process.argv.includes('--wait-for-pages') && process.connected;
const ended = new AbortController();
if (isWaiting) process.once('disconnect', () => ended.abort(new Error('Whoever built the pages ended.')));
const message = isWaiting ? once(process, 'message', { signal: ended.signal }) : undefined;
// Whether it failed is asked below; until then nobody listens.
message?.catch(() => {});

/** Waits until `bin/start`, which builds the pages of a first start meanwhile, says that they are there; else not at all. */
export async function awaitPages(): Promise<void> {
  if (!message) return;
  await message;
  process.disconnect();
}
