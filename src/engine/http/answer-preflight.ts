import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser asks before a call from another origin: all of them may (wire contract, section 2). */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Without an origin it is no preflight.
  if (!request.headers.origin) return reply.code(204).header('Vary', 'Origin').send();
  reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  const wanted = request.headers['access-control-request-headers'];
  if (wanted) reply.header('Access-Control-Allow-Headers', wanted);
  return reply.code(204).send();
}
