/** The parts of a failed call of the records client that decide what happens next; read without loading the client. */
export type ServerRefusal = { status: number; data: Record<string, unknown> };

/**
 * The server's refusal behind an error: its status and what it said of each field. Undefined when no answer came at all (the
 * network is cut, the server is away), so that whoever asks knows nothing was decided.
 */
export function refusalIn(error: unknown): ServerRefusal | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const status: unknown = Reflect.get(error, 'status');
  if (typeof status !== 'number' || status < 400) return undefined;
  const response: unknown = Reflect.get(error, 'response');
  const data: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'data') : undefined;
  return { status, data: typeof data === 'object' && data !== null ? { ...data } : {} };
}

/** One refused field: its code, its message for people, and whatever belongs to the code. */
export type RefusedField = { field: string; code: string; message: string; params: Record<string, unknown> };

/** The fields a refusal names, in its order. */
export function refusedFields(error: unknown): readonly RefusedField[] {
  const refusal = refusalIn(error);
  if (!refusal) return [];
  return Object.entries(refusal.data).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const code: unknown = Reflect.get(value, 'code');
    if (typeof code !== 'string') return [];
    const message: unknown = Reflect.get(value, 'message');
    const params: unknown = Reflect.get(value, 'params');
    return [
      {
        field,
        code,
        message: typeof message === 'string' ? message : '',
        params: typeof params === 'object' && params !== null ? { ...params } : {},
      },
    ];
  });
}

/** Whether asking again may help: no answer, or one that blames the server. */
export function isWorthRetrying(error: unknown): boolean {
  const refusal = refusalIn(error);
  return !refusal || refusal.status >= 500;
}
