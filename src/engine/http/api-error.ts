/** One refused field: `{code, message, params?}` (wire contract, section 2). Nested objects hold refused fields again. */
export type FieldError = {
  code: string;
  message: string;
  params?: Record<string, unknown>;
  /** Of a refused call in a batch: what it would have been answered alone. */
  response?: { status: number; message: string; data: ErrorData };
};
export type ErrorData = { [field: string]: FieldError | ErrorData };

type ApiErrorOptions = ErrorOptions & { retryAfterMs?: number };

/**
 * An answer of 4xx or 5xx in the error envelope `{status, message, data}`. Throw it anywhere below a route. `retryAfterMs`, how long asking again
 * is of no use, becomes the header `Retry-After` in whole seconds.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly data: ErrorData;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, message: string, data: ErrorData = {}, options?: ApiErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.data = data;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** The text of a refusal that has no words of its own. */
export const usualRefusal = 'Something went wrong while processing your request.';

/** 400 with the default text, or the given one. */
export function badRequest(message = usualRefusal, data: ErrorData = {}) {
  return new ApiError(400, message, data);
}

/** 404 with the reference's default text, or the given one. */
export function notFound(message = "The requested resource wasn't found.") {
  return new ApiError(404, message);
}

/** 403 with the reference's default text, or the given one. */
export function forbidden(message = 'You are not allowed to perform this request.') {
  return new ApiError(403, message);
}

/** 401: a route that needs a signed-in record was called without one. */
export function unauthorized(message = 'The request requires valid record authorization token.') {
  return new ApiError(401, message);
}

/** A record is not created for a reason at one field. */
export function refuseCreate(field: string, code: string, message: string): ApiError {
  return badRequest('Failed to create record.', { [field]: { code, message } });
}

/** A record is not changed for a reason at one field. */
export function refuseUpdate(field: string, code: string, message: string): ApiError {
  return badRequest('Failed to update record.', { [field]: { code, message } });
}

/** A call of our own is refused for a reason at one field. */
export function refuseCall(field: string, code: string, message: string): ApiError {
  return badRequest('Invalid request.', { [field]: { code, message } });
}

/** What was asked does not fit how things stand now: 409, for a reason at one field. */
export function refuseNow(field: string, code: string, message: string): ApiError {
  return new ApiError(409, message, { [field]: { code, message } });
}
