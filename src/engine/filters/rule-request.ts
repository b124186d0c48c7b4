import type { Asking } from '../devices/known-device.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestContext } from '../http/route.ts';
import { overSignal } from '../http/when-over.ts';

/** What rules and filters see of a request: `@request.context`, `.method`, `.auth`, `.query`, `.headers`, `.body`. */
export type RuleRequest = {
  context: 'default' | 'expand' | 'realtime' | 'protectedFile' | 'batch' | 'oauth2' | 'otp' | 'password';
  method: string;
  auth: AuthRecord | null;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Submitted values after modifiers were resolved; empty for reads. */
  body: Record<string, unknown>;
  /** Which device asks; no rule sees it. Absent where the server asks itself. */
  from?: Asking;
  /** Tells when the request is over, answered or not. Absent where the server asks itself. */
  over?: () => AbortSignal;
};

/** The rule request of an HTTP request, with the given body (after modifiers). */
export function ruleRequestOf(request: RequestContext, body: Record<string, unknown> = {}): RuleRequest {
  const { method, auth, query, headers, ip, userAgent, reply, context = 'default' } = request;
  return { context, method, auth, query, headers, body, from: { ip, userAgent }, over: () => overSignal(reply) };
}
