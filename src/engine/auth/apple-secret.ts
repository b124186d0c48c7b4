import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import { readTexts, readWhole } from '../forms/read-form.ts';
import { ApiError, badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';

const maxSeconds = 15_777_000;
const pem = /-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----/;
const required: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

/**
 * POST /api/settings/apple/generate-client-secret {clientId, teamId, keyId, privateKey, duration in seconds} (wire contract, section 20): the
 * signed text that "Sign in with Apple" takes as a client secret. Nothing of it is kept.
 */
export function appleSecretRoute({ clock }: { clock: Clock }): Route {
  return {
    method: 'POST',
    path: '/api/settings/apple/generate-client-secret',
    async handle(request) {
      requireSuperuser(request);
      const form = await readSecretForm(request);
      try {
        return { status: 200, body: { secret: await signSecret(form, Math.floor(clock.nowMs() / 1000)) } };
      } catch (cause) {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new ApiError(400, `Failed to generate client secret. Raw error: \n${words}`, {}, { cause });
      }
    },
  };
}

type Form = { clientId: string; teamId: string; keyId: string; privateKey: string; duration: number };

function signSecret({ clientId, teamId, keyId, privateKey, duration }: Form, nowSeconds: number): Promise<string> {
  const key = createPrivateKey(privateKey.trim());
  if (key.asymmetricKeyType !== 'ec') throw new Error('key is not a valid ECDSA private key');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: keyId })
    .setAudience(['https://appleid.apple.com'])
    .setSubject(clientId)
    .setIssuer(teamId)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + duration)
    .sign(key);
}

async function readSecretForm(request: RequestContext): Promise<Form> {
  const texts = await readTexts(request, ['clientId', 'teamId', 'keyId', 'privateKey']);
  const form: Form = { ...texts, duration: await readWhole(request, 'duration') };
  const errors: ErrorData = {};
  if (form.clientId === '') errors.clientId = required;
  for (const name of ['teamId', 'keyId'] as const) {
    const error = checkLength(form[name]);
    if (error) errors[name] = error;
  }
  if (form.privateKey === '') errors.privateKey = required;
  else if (!pem.test(form.privateKey)) {
    errors.privateKey = { code: 'validation_match_invalid', message: 'Must be in a valid format.' };
  }
  const durationError = checkDuration(form.duration);
  if (durationError) errors.duration = durationError;
  if (Object.keys(errors).length > 0) throw badRequest('Invalid client secret data.', errors);
  return form;
}

function checkLength(value: string): FieldError | undefined {
  if (value === '') return required;
  if ([...value].length === 10) return undefined;
  const params = { max: 10, min: 10 };
  return { code: 'validation_length_invalid', message: 'The length must be exactly 10.', params };
}

function checkDuration(seconds: number): FieldError | undefined {
  if (seconds === 0) return required;
  if (seconds < 1) {
    const message = 'Must be no less than 1.';
    return { code: 'validation_min_greater_equal_than_required', message, params: { threshold: 1 } };
  }
  if (seconds <= maxSeconds) return undefined;
  const message = `Must be no greater than ${maxSeconds}.`;
  return { code: 'validation_max_less_equal_than_required', message, params: { threshold: maxSeconds } };
}
