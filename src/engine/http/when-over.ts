import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { ApiError, usualRefusal } from './api-error.ts';

type Over = { raw: ServerResponse; socket: Socket };

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` once, when a request is over: its answer was sent, or its connection is gone. That may be so already, where somebody left while their
 * request was looked at; and an answer that stands behind others of its connection is never closed itself.
 */
export function whenOver({ raw, socket }: Over, end: () => void): void {
  if (raw.closed || socket.destroyed) {
    end();
    return;
  }
  const ends = endsOf(socket);
  const once = () => {
    raw.off('close', once);
    if (ends.delete(once)) end();
  };
  ends.add(once);
  raw.once('close', once);
}

/** A signal of the end of a request, for work that is of no use to anybody then. */
export function overSignal({ raw, request }: Pick<FastifyReply, 'raw' | 'request'>): AbortSignal {
  const controller = new AbortController();
  // Nobody reads it.
  whenOver({ raw, socket: request.raw.socket }, () => controller.abort(new ApiError(503, usualRefusal)));
  return controller.signal;
}

/** What is to be called when a connection goes; with one listener for all of its requests. */
function endsOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known) return known;
  const ends = new Set<() => void>();
  waiting.set(socket, ends);
  socket.once('close', () => {
    for (const end of [...ends]) end();
  });
  return ends;
}
