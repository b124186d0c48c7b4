import type { AnsweredRequest } from '../http/answered-request.ts';
import type { ApiError, ErrorData } from '../http/api-error.ts';
import { shareOf } from '../http/caller-of.ts';
import type { LogsSettings } from '../settings/settings.ts';
import type { LogBook } from './create-log-book.ts';
import { describeCause } from './describe-cause.ts';
import { withoutSecrets } from './without-secrets.ts';

const info = 0;
const error = 8;

/** Writes an answered request down (wire contract, section 17). What may be secret is left out of all that is kept. */
export function logRequest(book: LogBook, request: AnsweredRequest, { logIP, logAuthId }: LogsSettings): void {
  const { method, status, auth, refusal } = request;
  const url = cut(withoutSecrets(request.url), 3000);
  const entry = {
    level: refusal ? error : info,
    message: `${method} ${withoutSecrets(readable(url))}`,
    data: {
      type: 'request',
      execTime: request.milliseconds,
      ...(refusal ? { error: withoutSecrets(refusal.message), details: detailsOf(refusal) } : {}),
      url,
      method,
      status,
      referer: cut(withoutSecrets(request.referer), 2000),
      userAgent: cut(withoutSecrets(request.userAgent), 2000),
      auth: auth?.collectionName ?? '',
      ...(auth && logAuthId ? { authId: auth.id } : {}),
      ...(logIP ? { userIP: request.ip, remoteIP: request.socketIp } : {}),
    },
  };
  // What superusers do is few, and what went wrong here is what the log is for.
  book.add(entry, auth?.isSuperuser || status >= 500 ? undefined : shareOf(auth, request.ip));
}

// What failed here is told to the operator alone: the answer has no word of it.
function detailsOf({ status, data, cause }: ApiError): unknown {
  const why = status >= 500 ? describeCause(cause) : undefined;
  return why ?? cleaned(data);
}

// Refusals repeat what was sent.
function cleaned(details: ErrorData): unknown {
  return JSON.parse(JSON.stringify(details), (_key, value) =>
    typeof value === 'string' ? withoutSecrets(value) : value,
  );
}

function readable(url: string): string {
  try {
    return decodeURIComponent(url).replaceAll('\0', '');
  } catch {
    return url;
  }
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}...` : text;
}
