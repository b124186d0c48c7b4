import type { AuthOptions, Collection } from '../collections/collection.ts';
import { castDate } from '../fields/cast-date.ts';
import { invalidFormatting, mergeSettings } from './merge-settings.ts';
import { blankAuthOptions } from './new-collection.ts';
import { readFields } from './read-fields.ts';

type Input = Record<string, unknown>;

/** A collection with submitted settings merged over it, not completed yet. Throws 400 for values of the wrong type. */
export function readCollection(before: Collection, input: Input): Collection {
  const { id, name, type, system, listRule, viewRule, createRule, updateRule, deleteRule, viewQuery } = before;
  const rules = { listRule, viewRule, createRule, updateRule, deleteRule };
  const { indexes, created, updated } = before;
  const settings = { id, name, type, system, ...rules, viewQuery, indexes, created, updated };
  const merged = { ...before, ...mergeSettings(settings, input) } as Collection;
  merged.indexes ??= [];
  merged.created = castDate(merged.created) || created;
  if (input.fields !== undefined) merged.fields = readFields(input.fields ?? []);
  // Of other types they are read too, and refused where they have the wrong shape, but not kept.
  const auth = readAuthOptions(before.auth ?? blankAuthOptions(), input);
  merged.auth = merged.type === 'auth' ? auth : null;
  return merged;
}

function readAuthOptions(before: AuthOptions, input: Input): AuthOptions {
  const { providers, ...oauth2 } = before.oauth2;
  const { createsAccount, ...otp } = before.otp;
  const merged = mergeSettings({ ...before, oauth2, otp }, input) as AuthOptions;
  merged.passwordAuth.identityFields ??= [];
  return {
    ...merged,
    otp: { ...merged.otp, createsAccount },
    oauth2: { ...merged.oauth2, providers: readProviders(providers, input.oauth2) },
  };
}

type Provider = AuthOptions['oauth2']['providers'][number];

const blankProvider = {
  name: '',
  clientId: '',
  clientSecret: '',
  authURL: '',
  tokenURL: '',
  userInfoURL: '',
  displayName: '',
};

function readProviders(before: Provider[], input: unknown): Provider[] {
  const sent = typeof input === 'object' && input !== null && 'providers' in input ? input.providers : undefined;
  if (sent === undefined) return before;
  if (sent === null) return [];
  if (!Array.isArray(sent)) throw invalidFormatting();
  return sent.map((item) => readProvider(before, item));
}

// A secret that is not sent stays the stored one of the provider of that name: the wire never shows it, so clients cannot send it back.
function readProvider(before: Provider[], input: unknown): Provider {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalidFormatting();
  const settings = input as Input;
  const known = before.find(({ name }) => name === settings.name);
  const blank = { ...blankProvider, clientSecret: known?.clientSecret ?? '' };
  const { pkce = null, extra = null } = settings;
  if (pkce !== null && typeof pkce !== 'boolean') throw invalidFormatting();
  if (extra !== null && (typeof extra !== 'object' || Array.isArray(extra))) throw invalidFormatting();
  return { ...mergeSettings(blank, settings), pkce, extra } as unknown as Provider;
}
