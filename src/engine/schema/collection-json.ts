import type { AuthOptions, Collection, Field, TokenOptions } from '../collections/collection.ts';

/** A collection as the wire shows it (wire contract, section 13): what belongs to its type, without secrets. */
export function collectionJson(collection: Collection): Record<string, unknown> {
  const { id, listRule, viewRule, createRule, updateRule, deleteRule, name, type } = collection;
  const { indexes, created, updated, system, viewQuery, auth } = collection;
  const rules = { listRule, viewRule, createRule, updateRule, deleteRule };
  const fields = collection.fields.map(fieldJson);
  const base = { id, ...rules, name, type, fields, indexes, created, updated, system };
  if (type === 'view') return { ...base, viewQuery };
  return auth ? { ...base, ...authJson(auth) } : base;
}

function fieldJson(field: Field): Record<string, unknown> {
  const {
    decided: _decided,
    seenBy: _seenBy,
    wholeFor: _wholeFor,
    comparedAsShown: _compared,
    contacts: _contacts,
    onePerTarget: _one,
    isAdded: _added,
    ...shown
  } = field;
  return shown.type === 'autodate' ? shown : { help: '', ...shown };
}

function authJson(auth: AuthOptions): Record<string, unknown> {
  const { createsAccount: _, ...otp } = auth.otp;
  const providers = auth.oauth2.providers.map(({ clientSecret: _secret, ...provider }) => provider);
  return {
    ...auth,
    otp,
    oauth2: { ...auth.oauth2, providers },
    authToken: tokenJson(auth.authToken),
    passwordResetToken: tokenJson(auth.passwordResetToken),
    emailChangeToken: tokenJson(auth.emailChangeToken),
    verificationToken: tokenJson(auth.verificationToken),
    fileToken: tokenJson(auth.fileToken),
  };
}

function tokenJson({ duration }: TokenOptions): { duration: number } {
  return { duration };
}
