import { ApiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';

/** The submitted settings of a collection; whatever cannot be read, also of an unknown type, is the same 400. */
export async function readSettings(request: RequestContext, malformed: string): Promise<Record<string, unknown>> {
  try {
    return (await request.body(malformed)).fields;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new ApiError(400, malformed, {}, { cause: error });
  }
}
