import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { readTexts } from '../forms/read-form.ts';
import { badRequest, type ErrorData, forbidden } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { authCollectionOf } from './auth-context.ts';

/**
 * POST /api/collections/:collection/auth-with-oauth2 (wire contract, section 11.6). Codes are not exchanged yet: a complete request is
 * refused as one that the provider does not accept.
 */
export function authWithOauth2Route(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-oauth2',
    async handle(request) {
      const { auth } = authCollectionOf(engine, request);
      if (!auth.oauth2.enabled) throw forbidden('The collection is not configured to allow OAuth2 authentication.');
      const { provider, code } = await readTexts(request, ['provider', 'code']);
      const errors: ErrorData = {};
      if (provider === '') errors.provider = required;
      else if (!auth.oauth2.providers.some(({ name }) => name === provider)) {
        const message = `Provider with name ${provider} is missing or is not enabled.`;
        errors.provider = { code: 'validation_invalid_provider', message, params: { name: provider } };
      }
      if (code === '') errors.code = required;
      if (Object.keys(errors).length > 0) {
        throw badRequest('An error occurred while loading the submitted data.', errors);
      }
      throw badRequest('Failed to fetch OAuth2 token.');
    },
  };
}
