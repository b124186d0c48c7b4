import type { ApiError } from './api-error.ts';
import type { AuthRecord } from './auth-record.ts';

/** A request and how it was answered, for the operator's log. */
export type AnsweredRequest = {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  milliseconds: number;
  referer: string;
  userAgent: string;
  /** Null for guests, and where the request was refused before anybody looked. */
  auth: AuthRecord | null;
  ip: string;
  /** The connection's own address, which may be a proxy's. */
  socketIp: string;
  /** What the request was refused with. */
  refusal: ApiError | undefined;
};
