import { createContext, data, type LoaderFunctionArgs } from 'react-router';

export type ApiAnswer = { status: number; body: unknown };
/** Asks a public read of the server by its path and query. */
export type ReadApi = (path: string, signal?: AbortSignal) => Promise<ApiAnswer>;

/** How page loaders reach the server: over HTTP in a browser; while the server renders, within the process. */
export const readApiContext = createContext<ReadApi>(async (path, signal) => {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
  return { status: answer.status, body: await answer.json().catch(() => null) };
});

/** The product's time for page loaders: the server's own clock while rendering, else the page's. */
export const nowContext = createContext<() => Date>();

type LoaderParts = Pick<LoaderFunctionArgs, 'context' | 'request'>;

/**
 * The body of a successful read. Anything else is thrown as an error page: the server's own status for 4xx and 503 (ask again later), 502 otherwise.
 * The body has the shape that docs of the read promise; it comes from our own server and is not checked again.
 */
export async function readPage<T>(parts: LoaderParts, path: string): Promise<T> {
  return pageOf<T>(await askPage(parts, path));
}

/** The answer of a read, whatever it is: for pages that can say what was wrong with the question. */
export function askPage({ context, request }: LoaderParts, path: string): Promise<ApiAnswer> {
  return context.get(readApiContext)(path, request.signal);
}

/** The body of a successful answer; anything else is thrown as an error page. */
export function pageOf<T>({ status, body }: ApiAnswer): T {
  if (status === 200) return body as T;
  const isOwn = (status >= 400 && status < 500) || status === 503;
  throw data(null, { status: isOwn ? status : 502 });
}
