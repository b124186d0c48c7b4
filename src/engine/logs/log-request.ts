import type { AnsweredRequest } from '../http/answered-request.ts';
import type { LogsSettings } from '../settings/settings.ts';
import type { LogBook } from './create-log-book.ts';

const info = 0;
const error = 8;

/** Writes an answered request down (wire contract, section 17). Tokens in its address are left out. */
export function logRequest(book: LogBook, request: AnsweredRequest, { logIP, logAuthId }: LogsSettings): void {
  const { method, status, auth, refusal } = request;
  const url = cut(withoutTokens(request.url), 3000);
  book.add({
    level: refusal ? error : info,
    message: `${method} ${readable(url)}`,
    data: {
      type: 'request',
      execTime: request.milliseconds,
      ...(refusal ? { error: refusal.message, details: refusal.data } : {}),
      url,
      method,
      status,
      referer: cut(withoutTokens(request.referer), 2000),
      userAgent: cut(request.userAgent, 2000),
      auth: auth?.collectionName ?? '',
      ...(auth && logAuthId ? { authId: auth.id } : {}),
      ...(logIP ? { userIP: request.ip, remoteIP: request.socketIp } : {}),
    },
  });
}

function withoutTokens(url: string): string {
  return url.replace(/([?&][^=&#]*token[^=&#]*=)[^&#]*/gi, '$1***');
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
