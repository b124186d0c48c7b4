import { answer, type Operation, type Parameter, refusals, type Schema, signedIn } from './schema.ts';

/** A call as it is told of. */
export type DescribedCall = {
  id: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  /** The body's schema, as JSON. */
  body?: Schema;
  /** The 200's schema, or what the answer is when it is none of JSON; 204 without. */
  gives?: Schema;
  refused: number[];
};

/** A call of an area, for whom `security` says. */
export function operation(tag: string, security: Operation['security'], call: DescribedCall): Operation {
  const { id, summary, description, parameters, body, gives, refused } = call;
  const responses = gives ? { 200: answer('The answer.', gives) } : { 204: { description: 'Done.' } };
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    ...(security ? { security } : {}),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...responses, ...refusals(...refused) },
  };
}

/** A call for superusers: guests get 401, everybody else 403. */
export function root(tag: string, call: DescribedCall): Operation {
  const summary = `${call.summary} (superusers)`;
  return operation(tag, signedIn, { ...call, summary, refused: [...new Set([...call.refused, 401, 403])].sort() });
}

/** An answer of bytes. */
export function bytes(description: string): unknown {
  return { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
}
