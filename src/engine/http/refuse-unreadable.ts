import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, usualRefusal } from './api-error.ts';
import { errorEnvelope } from './error-envelope.ts';

/** Answers what cannot be read as a request, or has too long a head, in the error envelope, for pages of other sites too, and ends the connection. */
export function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = refusalFor(code);
  const body = `${JSON.stringify(errorEnvelope(new ApiError(status, message)))}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function refusalFor(code: string | undefined): { status: number; message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The address and headers are too long.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: 'The request did not come in time.' };
  return { status: 400, message: usualRefusal };
}
