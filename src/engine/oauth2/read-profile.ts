import { isEmail } from '../fields/is-address.ts';

/**
 * What a provider says of somebody, in our words; an empty `id` is nobody. `email` opens the account that has it, so it is given only where the provider
 * marks it as theirs, or documents that all it gives are (Twitch, X): Box, Facebook, Linear, mailcow, Notion, VK and Yandex do neither.
 */
export type OutsideUser = { id: string; name: string; username: string; email: string; avatarURL: string };

/** All that a provider answered of somebody: the user, and its list of addresses where that is asked apart. */
export type Profile = {
  raw: Json;
  emails: unknown;
  /** The claims of the ID token, empty where there is none. */
  claims: Json;
  /** What the operator configured besides the secrets. */
  extra: Json;
  /** The operator gave addresses of their own, such as those of one organisation. */
  hasOwnAddresses: boolean;
};

export type Json = Record<string, unknown>;
export type ReadProfile = (profile: Profile) => OutsideUser;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : []);

/** An object of an answer; empty for anything else. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What stands at a path such as `data.me.name`; a number of the path is a place in a list. */
function at(raw: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return asObject(value)[key];
  }, raw);
}

type Paths = {
  id: string;
  name?: string;
  username?: string;
  avatarURL?: string;
  email?: string;
  /** True where the provider has seen the address to be theirs; without it, every address that the provider gives must be. */
  verified?: string;
  /** What must hold of an account that may sign in. */
  active?: [path: string, value: unknown];
};

const paths =
  (names: Paths): ReadProfile =>
  ({ raw }) => {
    const read = (path: string | undefined) => (path === undefined ? '' : text(at(raw, path)));
    const isActive = names.active === undefined || at(raw, names.active[0]) === names.active[1];
    const isVouched = names.verified === undefined || isTrue(at(raw, names.verified));
    return {
      id: isActive ? read(names.id) : '',
      name: read(names.name),
      username: read(names.username),
      email: isVouched ? read(names.email) : '',
      avatarURL: read(names.avatarURL),
    };
  };

const withMore =
  (read: ReadProfile, more: (profile: Profile, user: OutsideUser) => Partial<OutsideUser>): ReadProfile =>
  (profile) => {
    const user = read(profile);
    return { ...user, ...more(profile, user) };
  };

const openId = paths({
  id: 'sub',
  name: 'name',
  username: 'preferred_username',
  avatarURL: 'picture',
  email: 'email',
  verified: 'email_verified',
});

const primaryOf = (emails: unknown, verified: string, primary: string): string =>
  text(listOf(emails).find((email) => isTrue(email[verified]) && isTrue(email[primary]))?.email);

const account = { id: 'id', username: 'login', avatarURL: 'avatar_url' } as const;

// The address of the profile is whatever its owner wrote there; the list says which one was confirmed.
function giteeEmail({ emails }: Profile): string {
  const isPrimary = ({ state, scope }: Json) =>
    state === 'confirmed' && Array.isArray(scope) && scope.includes('primary');
  return text(listOf(emails).find((email) => isPrimary(email) && isEmail(text(email.email)))?.email);
}

/**
 * At the address for all organisations `mail` is whatever the organisation of whoever signs in wrote there, so nothing vouches for it. It counts
 * where the operator gave the addresses of an organisation; else what the ID token says of it (`extra.idTokenEmailClaim`).
 */
function microsoftEmail({ raw, claims, extra, hasOwnAddresses }: Profile): string {
  const ofPrimary = text(claims.verified_primary_email) || text(at(claims, 'verified_primary_email.0'));
  const ofDomain = isTrue(claims.xms_edov) ? text(claims.email) : '';
  switch (extra.idTokenEmailClaim) {
    case 'verified_primary_email':
      return ofPrimary;
    case 'email_and_xms_edov':
      return ofDomain;
    case 'any_verified':
      return ofPrimary || ofDomain;
    case 'email':
      return hasOwnAddresses ? text(claims.email) : ofDomain;
    default:
      return hasOwnAddresses ? text(raw.mail) : ofPrimary || ofDomain;
  }
}

function discordName({ raw }: Profile): Partial<OutsideUser> {
  const { global_name, username, discriminator, avatar, id } = raw;
  const hasNumber = text(discriminator) !== '' && discriminator !== '0';
  return {
    name: text(global_name) || `${text(username)}${hasNumber ? `#${text(discriminator)}` : ''}`,
    avatarURL: text(avatar) ? `https://cdn.discordapp.com/avatars/${text(id)}/${text(avatar)}.png` : '',
  };
}

const vk = paths({
  id: 'response.0.id',
  username: 'response.0.screen_name',
  avatarURL: 'response.0.photo_max',
});
const fullName = (raw: unknown, first: string, last: string) => `${text(at(raw, first))} ${text(at(raw, last))}`.trim();

/** How each provider words who somebody is, by the provider's name in a collection. */
export const profileReaders = {
  openId,
  apple: withMore(openId, () => ({ username: '', avatarURL: '' })),
  google: withMore(openId, () => ({ username: '' })),
  microsoft: withMore(paths({ id: 'id', name: 'displayName' }), (profile) => ({ email: microsoftEmail(profile) })),
  yandex: withMore(paths({ id: 'id', name: 'real_name', username: 'login' }), ({ raw }) => ({
    avatarURL: isTrue(raw.is_avatar_empty)
      ? ''
      : `https://avatars.yandex.net/get-yapic/${text(raw.default_avatar_id)}/islands-200`,
  })),
  facebook: paths({ id: 'id', name: 'name', avatarURL: 'picture.data.url' }),
  instagram2: paths({ id: 'user_id', name: 'name', username: 'username', avatarURL: 'profile_picture_url' }),
  github: withMore(paths({ ...account, name: 'name' }), ({ emails }) => ({
    email: primaryOf(emails, 'verified', 'primary'),
  })),
  gitlab: withMore(paths({ id: 'id', name: 'name', username: 'username', avatarURL: 'avatar_url' }), ({ raw }) => ({
    email: Number.isNaN(Date.parse(text(raw.confirmed_at))) ? '' : text(raw.email),
  })),
  bitbucket: withMore(
    paths({
      id: 'uuid',
      name: 'display_name',
      username: 'username',
      avatarURL: 'links.avatar.href',
      active: ['account_status', 'active'],
    }),
    ({ emails }) => ({ email: primaryOf(asObject(emails).values, 'is_confirmed', 'is_primary') }),
  ),
  gitee: withMore(paths({ ...account, name: 'name' }), (profile) => ({ email: giteeEmail(profile) })),
  gitea: withMore(paths({ ...account, name: 'full_name', active: ['active', true] }), ({ emails }) => ({
    email: primaryOf(emails, 'verified', 'primary'),
  })),
  discord: withMore(paths({ id: 'id', username: 'username', email: 'email', verified: 'verified' }), discordName),
  twitter: paths({
    id: 'data.id',
    name: 'data.name',
    username: 'data.username',
    email: 'data.confirmed_email',
    avatarURL: 'data.profile_image_url',
  }),
  kakao: withMore(
    paths({
      id: 'id',
      username: 'properties.nickname',
      avatarURL: 'properties.profile_image',
      email: 'kakao_account.email',
      verified: 'kakao_account.is_email_verified',
    }),
    ({ raw }, { email }) => ({ email: isTrue(at(raw, 'kakao_account.is_email_valid')) ? email : '' }),
  ),
  vk: withMore(vk, ({ raw }) => ({ name: fullName(raw, 'response.0.first_name', 'response.0.last_name') })),
  linear: paths({
    id: 'data.viewer.id',
    name: 'data.viewer.name',
    username: 'data.viewer.displayName',
    avatarURL: 'data.viewer.avatarUrl',
    active: ['data.viewer.active', true],
  }),
  notion: paths({
    id: 'bot.owner.user.id',
    name: 'bot.owner.user.name',
    avatarURL: 'bot.owner.user.avatar_url',
  }),
  monday: paths({
    id: 'data.me.id',
    name: 'data.me.name',
    email: 'data.me.email',
    verified: 'data.me.is_verified',
    avatarURL: 'data.me.photo_small',
    active: ['data.me.enabled', true],
  }),
  lark: paths({ id: 'data.union_id', name: 'data.name', avatarURL: 'data.avatar_url' }),
  box: paths({ id: 'id', name: 'name', avatarURL: 'avatar_url', active: ['status', 'active'] }),
  spotify: paths({ id: 'id', name: 'display_name', avatarURL: 'images.0.url' }),
  trakt: paths({
    id: 'user.ids.uuid',
    name: 'user.name',
    username: 'user.username',
    avatarURL: 'user.images.avatar.full',
  }),
  twitch: paths({
    id: 'data.0.id',
    name: 'data.0.display_name',
    username: 'data.0.login',
    email: 'data.0.email',
    avatarURL: 'data.0.profile_image_url',
  }),
  patreon: paths({
    id: 'data.id',
    name: 'data.attributes.full_name',
    username: 'data.attributes.vanity',
    email: 'data.attributes.email',
    verified: 'data.attributes.is_email_verified',
    avatarURL: 'data.attributes.image_url',
  }),
  strava: withMore(paths({ id: 'id', username: 'username', avatarURL: 'profile' }), ({ raw }, { id }) => ({
    id: id === '0' ? '' : id,
    name: fullName(raw, 'firstname', 'lastname'),
  })),
  wakatime: withMore(
    paths({
      id: 'data.id',
      name: 'data.display_name',
      username: 'data.username',
      email: 'data.email',
      verified: 'data.is_email_confirmed',
      avatarURL: 'data.photo',
    }),
    ({ raw }, { avatarURL }) => ({ avatarURL: isTrue(at(raw, 'data.photo_public')) ? avatarURL : '' }),
  ),
  livechat: paths({
    id: 'account_id',
    name: 'name',
    email: 'email',
    verified: 'email_verified',
    avatarURL: 'avatar_url',
  }),
  mailcow: withMore(
    paths({ id: 'id', name: 'full_name', username: 'username', active: ['active', 1] }),
    (_profile, { username }) => ({ username: username.split('@')[0] ?? '' }),
  ),
  planningcenter: paths({
    id: 'data.id',
    name: 'data.attributes.name',
    avatarURL: 'data.attributes.avatar',
    active: ['data.attributes.status', 'active'],
  }),
} satisfies Record<string, ReadProfile>;
