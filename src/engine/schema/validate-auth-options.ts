import type { AuthOptions, Collection, EmailTemplate, TokenOptions } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';
import { findUniqueColumnIndex } from './parse-index.ts';
import { validateChangedRule } from './validate-rules.ts';
import { atLeast, atMost, foundErrors, lengthOutOfRange, required } from './validation-errors.ts';

type Found = FieldError | ErrorData | undefined;

/** What is wrong with the options of an auth collection (wire contract, sections 3, 11 and 13); empty when nothing is. */
export function validateAuthOptions(engine: Engine, change: CollectionChange, auth: AuthOptions): ErrorData {
  const { collection, original } = change;
  const rule = (text: string | null, before: string | null | undefined) =>
    validateChangedRule(engine, { collection, original, rule: text, before: before ?? null });
  const errors = foundErrors({
    authRule: rule(auth.authRule, original?.auth?.authRule),
    manageRule: auth.manageRule === '' ? notEmpty : rule(auth.manageRule, original?.auth?.manageRule),
    authAlert: inside('emailTemplate', validateTemplate(auth.authAlert.emailTemplate)),
    passwordAuth: validateIdentities(auth, undefined),
    oauth2: auth.oauth2.enabled ? inside('providers', validateProviders(auth.oauth2.providers)) : undefined,
    otp: validateOtp(auth),
    mfa: auth.mfa.enabled ? inside('duration', validateDuration(auth.mfa.duration, 86_400)) : undefined,
    authToken: validateToken(auth.authToken),
    passwordResetToken: validateToken(auth.passwordResetToken),
    emailChangeToken: validateToken(auth.emailChangeToken),
    verificationToken: validateToken(auth.verificationToken),
    fileToken: validateToken(auth.fileToken),
    verificationTemplate: validateTemplate(auth.verificationTemplate),
    resetPasswordTemplate: validateTemplate(auth.resetPasswordTemplate),
    confirmEmailChangeTemplate: validateTemplate(auth.confirmEmailChangeTemplate),
  });
  if (errors) return errors;
  const later = validateMfa(engine, change, auth) ?? inside('passwordAuth', validateIdentities(auth, collection));
  return later ?? {};
}

const notEmpty: FieldError = { code: 'validation_nil_or_not_empty_required', message: 'Cannot be blank.' };

function inside(key: string, error: Found): ErrorData | undefined {
  return error === undefined ? undefined : { [key]: error };
}

function validateTemplate({ subject, body }: EmailTemplate): ErrorData | undefined {
  return foundErrors({ subject: subject === '' ? required : undefined, body: body === '' ? required : undefined });
}

function validateToken({ secret, duration }: TokenOptions): ErrorData | undefined {
  const length = [...secret].length;
  return foundErrors({
    secret: length === 0 ? required : length < 30 || length > 255 ? lengthOutOfRange(30, 255) : undefined,
    duration: validateDuration(duration, 94_670_856),
  });
}

function validateDuration(seconds: number, max: number): FieldError | undefined {
  return seconds === 0 ? required : (atLeast(seconds, 10) ?? atMost(seconds, max));
}

function validateOtp({ otp }: AuthOptions): ErrorData | undefined {
  return foundErrors({
    duration: otp.enabled ? validateDuration(otp.duration, 86_400) : undefined,
    length: otp.enabled ? (otp.length === 0 ? required : atLeast(otp.length, 4)) : undefined,
    emailTemplate: validateTemplate(otp.emailTemplate),
  });
}

// Without a collection only whether there is one at all; with it whether each has a unique index.
function validateIdentities({ passwordAuth }: AuthOptions, collection: Collection | undefined): ErrorData | undefined {
  const { enabled, identityFields } = passwordAuth;
  if (!enabled) return undefined;
  if (!collection) return identityFields.join('') === '' ? { identityFields: required } : undefined;
  for (const fieldName of identityFields) {
    const params = { fieldName };
    if (!collection.fields.some(({ name }) => name === fieldName)) {
      const message = `Invalid or missing field ${fieldName}.`;
      return { identityFields: { code: 'validation_missing_field', message, params } };
    }
    if (!findUniqueColumnIndex(collection.indexes, fieldName)) {
      const message = `The field ${fieldName} doesn't have a UNIQUE constraint.`;
      return { identityFields: { code: 'validation_missing_unique_constraint', message, params } };
    }
  }
  return undefined;
}

const knownProviders = new Set(
  'apple bitbucket box discord facebook gitea gitee github gitlab google instagram2 kakao lark linear livechat mailcow microsoft monday notion oidc oidc2 oidc3 patreon planningcenter spotify strava trakt twitch twitter vk wakatime yandex'.split(
    ' ',
  ),
);

function validateProviders(providers: AuthOptions['oauth2']['providers']): ErrorData | undefined {
  const seen = new Set<string>();
  for (const [index, { name }] of providers.entries()) {
    if (seen.has(name)) {
      const message = `The provider ${name} is already registered.`;
      return { [index]: { name: { code: 'validation_duplicated_provider', message, params: { name } } } };
    }
    if (name !== '') seen.add(name);
  }
  const refused = providers.map((provider, index) => [String(index), validateProvider(provider)]);
  return foundErrors(Object.fromEntries(refused));
}

function validateProvider(provider: AuthOptions['oauth2']['providers'][number]): ErrorData | undefined {
  const { name, clientId, clientSecret, authURL, tokenURL, userInfoURL } = provider;
  const message = `Invalid or missing provider with name ${name}.`;
  const unknown = { code: 'validation_missing_provider', message, params: { name } };
  return foundErrors({
    name: name === '' ? required : knownProviders.has(name) ? undefined : unknown,
    clientId: clientId === '' ? required : undefined,
    clientSecret: clientSecret === '' ? required : undefined,
    authURL: validateUrl(authURL),
    tokenURL: validateUrl(tokenURL),
    userInfoURL: validateUrl(userInfoURL),
  });
}

function validateUrl(text: unknown): FieldError | undefined {
  const isUrl = typeof text === 'string' && (text === '' || URL.canParse(text));
  return isUrl ? undefined : { code: 'validation_is_url', message: 'Must be a valid URL.' };
}

function validateMfa(engine: Engine, change: CollectionChange, auth: AuthOptions): ErrorData | undefined {
  if (!auth.mfa.enabled) return undefined;
  const { collection, original } = change;
  const methods = [auth.passwordAuth.enabled, auth.oauth2.enabled, auth.otp.enabled].filter(Boolean);
  if (methods.length < 2) {
    const message = 'MFA requires at least 2 auth methods to be enabled.';
    return { mfa: { enabled: { code: 'validation_mfa_not_enough_auths', message } } };
  }
  const before = original?.auth?.mfa.rule ?? '';
  const error = validateChangedRule(engine, { collection, original, rule: auth.mfa.rule, before });
  return error && { mfa: { rule: error } };
}
