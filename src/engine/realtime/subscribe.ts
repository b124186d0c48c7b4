import { badRequest, type ErrorData, forbidden, notFound } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { parseTopic } from './topics.ts';

const maxTopics = 1000;
const maxTopicLength = 2500;

/** POST /api/realtime {clientId, subscriptions} (wire contract, section 15): replaces what a client listens to; binds who it is. */
export function subscribeRoute(clients: Map<string, RealtimeClient>): Route {
  return {
    method: 'POST',
    path: '/api/realtime',
    async handle(request) {
      const { clientId, subscriptions } = (await request.body()).fields;
      const names = validate(clientId, subscriptions);
      const client = clients.get(String(clientId));
      if (!client) throw notFound('Missing or invalid client id.');
      if (client.ip !== request.ip) throw badRequest('Invalid realtime client.');
      const { auth } = request;
      if (client.auth && (client.auth.id !== auth?.id || client.auth.collectionId !== auth.collectionId)) {
        throw forbidden("The current and the previous request authorization don't match.");
      }
      client.topics = names.map(parseTopic);
      client.auth = auth;
      return { status: 204 };
    },
  };
}

function validate(clientId: unknown, subscriptions: unknown): string[] {
  const errors: ErrorData = {};
  if (typeof clientId !== 'string' || clientId === '') {
    errors.clientId = { code: 'validation_required', message: 'Cannot be blank.' };
  } else if (clientId.length > 255) {
    errors.clientId = lengthError('validation_length_out_of_range', 'The length must be between 1 and 255.', {
      max: 255,
      min: 1,
    });
  }
  const names = Array.isArray(subscriptions) ? subscriptions.map(String) : [];
  if (names.length > maxTopics) {
    const message = `The length must be no more than ${maxTopics}.`;
    errors.subscriptions = lengthError('validation_length_too_long', message, { max: maxTopics, min: 0 });
  }
  const tooLong: ErrorData = {};
  names.forEach((name, index) => {
    const message = `The length must be no more than ${maxTopicLength}.`;
    if (name.length > maxTopicLength) {
      tooLong[String(index)] = lengthError('validation_length_too_long', message, { max: maxTopicLength, min: 0 });
    }
  });
  if (Object.keys(tooLong).length > 0) errors.subscriptions = tooLong;
  if (Object.keys(errors).length > 0) {
    throw badRequest(undefined, errors);
  }
  return names;
}

function lengthError(code: string, message: string, params: Record<string, unknown>) {
  return { code, message, params };
}
