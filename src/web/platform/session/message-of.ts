import { fieldMessageFor, messageFor } from './message-for.ts';

const fields = ['lesson', 'rating', 'text', 'review', 'claim', 'kind', 'refundCents', 'status', 'reason', 'evidence'];

/** What the server says is wrong, in its own sentence about a field where there is one. */
export function messageOf(error: unknown, fallback: string): string {
  const said = fields.map((field) => fieldMessageFor(error, field)).find((message) => message !== undefined);
  return said ?? messageFor(error, fallback) ?? fallback;
}
