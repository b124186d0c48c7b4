import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { readTexts } from '../forms/read-form.ts';
import { ApiError, badRequest, type ErrorData, forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { askProvider, type OutsideAnswer, ProviderRefusal } from '../oauth2/ask-provider.ts';
import { answerAuth } from './answer-auth.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { enterOutsideUser } from './enter-outside-user.ts';

const unreadable = 'An error occurred while loading the submitted data.';

type Form = {
  provider: string;
  code: string;
  codeVerifier: string;
  redirectURL: string;
  createData: Record<string, unknown>;
};

/**
 * POST /api/collections/:collection/auth-with-oauth2 {provider, code, codeVerifier?, redirectURL?, createData?} (wire contract, section 11.6):
 * exchanges a provider's code and signs in whoever it is for: the account linked to them, the signed-in one, the one of their address, or
 * a new one. `meta` tells what the provider said.
 */
export function authWithOauth2Route(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-oauth2',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { oauth2 } = collection.auth;
      if (!oauth2.enabled) throw forbidden('The collection is not configured to allow OAuth2 authentication.');
      const form = await readForm(request, collection);
      const config = oauth2.providers.find(({ name }) => name === form.provider);
      if (!config) throw badRequest(unreadable);
      const answer = await ask(engine, { ...form, config });
      const by = { ...ruleRequestOf(request), context: 'oauth2' as const, method: 'POST' };
      const { row, isNew } = await enterOutsideUser(engine, { collection, answer, request: by, ...form });
      return answerAuth(engine, request, { collection, row, method: 'oauth2', meta: metaOf(answer, isNew) });
    },
  };
}

async function readForm(request: RequestContext, { auth }: AuthCollection): Promise<Form> {
  const texts = await readTexts(request, ['provider', 'code', 'codeVerifier', 'redirectURL', 'redirectUrl']);
  const { createData = {} } = (await request.body(unreadable)).fields;
  if (typeof createData !== 'object' || createData === null || Array.isArray(createData)) throw badRequest(unreadable);
  const { provider, code, codeVerifier } = texts;
  const errors: ErrorData = {};
  if (provider === '') errors.provider = required;
  else if (!auth.oauth2.providers.some(({ name }) => name === provider)) {
    const message = `Provider with name ${provider} is missing or is not enabled.`;
    errors.provider = { code: 'validation_invalid_provider', message, params: { name: provider } };
  }
  if (code === '') errors.code = required;
  if (Object.keys(errors).length > 0) throw badRequest(unreadable, errors);
  return {
    provider,
    code,
    codeVerifier,
    redirectURL: texts.redirectURL || texts.redirectUrl,
    createData: { ...createData },
  };
}

async function ask(engine: Engine, question: Omit<Parameters<typeof askProvider>[0], 'nowMs'>): Promise<OutsideAnswer> {
  try {
    return await askProvider({ ...question, nowMs: engine.clock.nowMs() });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    engine.log.warn({ err: error, provider: question.config.name }, 'A provider did not sign somebody in.');
    throw new ApiError(400, `Failed to fetch OAuth2 ${error.step}.`, {}, { cause: error });
  }
}

function metaOf({ user, rawUser, accessToken, refreshToken, expiresMs }: OutsideAnswer, isNew: boolean) {
  const expiry = expiresMs === undefined ? '' : new Date(expiresMs).toISOString().replace('T', ' ');
  return { ...user, avatarUrl: user.avatarURL, rawUser, accessToken, refreshToken, expiry, isNew };
}
