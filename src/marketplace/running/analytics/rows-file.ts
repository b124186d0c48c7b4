import { badRequest } from '#engine/http/api-error.ts';

/** As many rows a file holds at most: it is made in memory. */
export const mostRows = 100_000;

/** A file of rows as it is sent. Throws 400 `too_many_rows` at `to` where there are more than it holds. */
export function rowsFile({ name, totalItems, write }: { name: string; totalItems: number; write: () => string }) {
  if (totalItems > mostRows) {
    const message = `A file holds ${mostRows} rows, and there are ${totalItems}. Choose fewer days.`;
    throw badRequest('Something went wrong while processing your request.', {
      to: { code: 'too_many_rows', message },
    });
  }
  return {
    status: 200,
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="kerbside-${name}.csv"`,
    },
    body: write(),
  };
}
