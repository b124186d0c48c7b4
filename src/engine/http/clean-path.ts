import type { FastifyReply, FastifyRequest } from 'fastify';

/** An address whose path has empty or dotted parts (`/api//x`, `/api/./x`, `/api/../x`), without them; undefined for one that has none. */
export function cleanPath(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!/\/\/|\/\.\.?(?:\/|$)/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const isFolder = path.endsWith('/') && parts.length > 0;
  return `/${parts.join('/')}${isFolder ? '/' : ''}${end < 0 ? '' : url.slice(end)}`;
}

/** 307 to the cleaned address, with the words of Go's router for who reads them. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  reply.code(307).header('Location', address);
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send();
  const written = address
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('&#38;', '&amp;');
  return reply.type('text/html; charset=utf-8').send(`<a href="${written}">Temporary Redirect</a>.\n\n`);
}
