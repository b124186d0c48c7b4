import type { AuthOptions, Collection } from '../collections/collection.ts';
import { defaultAuthOptions } from '../collections/default-auth-options.ts';
import { defaultCollectionId } from '../collections/define-collection.ts';
import { completeCollection } from './complete-collection.ts';

/** A collection as it is before a client said anything but its type and name; what is no type counts as base. */
export function newCollection(type: unknown, name: string): Collection {
  const kind = type === 'auth' || type === 'view' ? type : 'base';
  return completeCollection({
    id: defaultCollectionId(kind, name),
    name,
    type: kind,
    system: false,
    managed: false,
    fields: [],
    indexes: [],
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    viewQuery: '',
    auth: kind === 'auth' ? defaultAuthOptions() : null,
    repeatable: false,
    created: '',
    updated: '',
  });
}

const blankTemplate = { subject: '', body: '' };
const blankToken = { duration: 0, secret: '' };

/** The options of a collection that has just been called an auth collection and said nothing else. */
export function blankAuthOptions(): AuthOptions {
  return {
    authRule: null,
    manageRule: null,
    authAlert: { enabled: false, emailTemplate: blankTemplate },
    oauth2: { enabled: false, providers: [], mappedFields: { id: '', name: '', username: '', avatarURL: '' } },
    passwordAuth: { enabled: false, identityFields: [] },
    mfa: { enabled: false, duration: 0, rule: '' },
    otp: { enabled: false, duration: 0, length: 0, emailTemplate: blankTemplate, createsAccount: false },
    authToken: blankToken,
    passwordResetToken: blankToken,
    emailChangeToken: blankToken,
    verificationToken: blankToken,
    fileToken: blankToken,
    verificationTemplate: blankTemplate,
    resetPasswordTemplate: blankTemplate,
    confirmEmailChangeTemplate: blankTemplate,
  };
}
