import { describe, expect, test } from 'vitest';
import { type OutsideUser, type Profile, profileReaders } from './read-profile.ts';

const nobody: OutsideUser = { id: '', name: '', username: '', email: '', avatarURL: '' };
const mei = { name: 'Mei Tan', email: 'mei@example.com', avatarURL: 'https://img.example/mei.png' };
const [name, email, avatar] = [mei.name, mei.email, mei.avatarURL];
/** Where nobody says that the address is hers. */
const unvouched = { name, avatarURL: avatar };

type Name = keyof typeof profileReaders;
type Answer = Partial<Profile>;
const read = (provider: Name, { raw = {}, ...rest }: Answer) =>
  profileReaders[provider]({
    raw,
    emails: undefined,
    claims: {},
    extra: {},
    hasOwnAddresses: false,
    ...rest,
  });

const openIdRaw = { sub: 'u1', name, preferred_username: 'mei', picture: avatar, email, email_verified: true };
const listed = (more: Record<string, unknown>) => [{ email: 'old@example.com' }, { email, ...more }];

/** What each provider answers, as it documents it, and whom we see in it. */
const answers: Record<Name, [Answer, Partial<OutsideUser>]> = {
  openId: [{ raw: openIdRaw }, { id: 'u1', ...mei, username: 'mei' }],
  apple: [{ raw: { sub: 'u1', email, email_verified: 'true' } }, { id: 'u1', email }],
  google: [{ raw: openIdRaw }, { id: 'u1', ...mei }],
  microsoft: [
    { raw: { id: 'u1', displayName: name, mail: email }, hasOwnAddresses: true },
    { id: 'u1', name, email },
  ],
  yandex: [
    { raw: { id: 'u1', real_name: name, login: 'mei', default_email: email, default_avatar_id: 'a9' } },
    { id: 'u1', name, username: 'mei', avatarURL: 'https://avatars.yandex.net/get-yapic/a9/islands-200' },
  ],
  facebook: [{ raw: { id: 'u1', name, email, picture: { data: { url: avatar } } } }, { id: 'u1', ...unvouched }],
  instagram2: [
    { raw: { id: 'app', user_id: 'u1', name, username: 'mei', profile_picture_url: avatar } },
    { id: 'u1', name, username: 'mei', avatarURL: avatar },
  ],
  github: [
    { raw: { id: 7, name, login: 'mei', avatar_url: avatar }, emails: listed({ verified: true, primary: true }) },
    { id: '7', ...mei, username: 'mei' },
  ],
  gitlab: [
    { raw: { id: 7, name, username: 'mei', email, avatar_url: avatar, confirmed_at: '2020-01-02T03:04:05Z' } },
    { id: '7', ...mei, username: 'mei' },
  ],
  bitbucket: [
    {
      raw: {
        uuid: '{u1}',
        display_name: name,
        username: 'mei',
        account_status: 'active',
        links: { avatar: { href: avatar } },
      },
      emails: { values: listed({ is_primary: true, is_confirmed: true }) },
    },
    { id: '{u1}', ...mei, username: 'mei' },
  ],
  gitee: [
    {
      raw: { id: 7, name, login: 'mei', avatar_url: avatar, email: null },
      emails: [{ email, state: 'confirmed', scope: ['primary'] }],
    },
    { id: '7', ...mei, username: 'mei' },
  ],
  gitea: [
    {
      raw: { id: 7, full_name: name, login: 'mei', avatar_url: avatar, active: true },
      emails: listed({ verified: true, primary: true }),
    },
    { id: '7', ...mei, username: 'mei' },
  ],
  discord: [
    { raw: { id: 'u1', username: 'mei', discriminator: '1234', avatar: 'a9', email, verified: true } },
    { id: 'u1', name: 'mei#1234', username: 'mei', email, avatarURL: 'https://cdn.discordapp.com/avatars/u1/a9.png' },
  ],
  twitter: [
    { raw: { data: { id: 'u1', name, username: 'mei', confirmed_email: email, profile_image_url: avatar } } },
    { id: 'u1', ...mei, username: 'mei' },
  ],
  kakao: [
    {
      raw: {
        id: 7,
        properties: { nickname: 'mei', profile_image: avatar },
        kakao_account: { email, is_email_valid: true, is_email_verified: true },
      },
    },
    { id: '7', username: 'mei', email, avatarURL: avatar },
  ],
  vk: [
    {
      raw: { response: [{ id: 7, first_name: 'Mei', last_name: 'Tan', screen_name: 'mei', photo_max: avatar }] },
    },
    { id: '7', ...unvouched, username: 'mei' },
  ],
  linear: [
    { raw: { data: { viewer: { id: 'u1', name, displayName: 'mei', email, avatarUrl: avatar, active: true } } } },
    { id: 'u1', ...unvouched, username: 'mei' },
  ],
  notion: [
    { raw: { id: 'bot', bot: { owner: { user: { id: 'u1', name, avatar_url: avatar, person: { email } } } } } },
    { id: 'u1', ...unvouched },
  ],
  monday: [
    { raw: { data: { me: { id: 'u1', name, email, is_verified: true, enabled: true, photo_small: avatar } } } },
    { id: 'u1', ...mei },
  ],
  lark: [{ raw: { data: { union_id: 'u1', name, avatar_url: avatar } } }, { id: 'u1', name, avatarURL: avatar }],
  box: [{ raw: { id: 'u1', name, login: email, avatar_url: avatar, status: 'active' } }, { id: 'u1', ...unvouched }],
  spotify: [
    { raw: { id: 'u1', display_name: name, images: [{ url: avatar }, { url: 'small' }] } },
    { id: 'u1', name, avatarURL: avatar },
  ],
  trakt: [
    { raw: { user: { username: 'mei', name, ids: { uuid: 'u1' }, images: { avatar: { full: avatar } } } } },
    { id: 'u1', name, username: 'mei', avatarURL: avatar },
  ],
  twitch: [
    { raw: { data: [{ id: 'u1', display_name: name, login: 'mei', email, profile_image_url: avatar }] } },
    { id: 'u1', ...mei, username: 'mei' },
  ],
  patreon: [
    {
      raw: {
        data: {
          id: 'u1',
          attributes: { full_name: name, vanity: 'mei', email, is_email_verified: true, image_url: avatar },
        },
      },
    },
    { id: 'u1', ...mei, username: 'mei' },
  ],
  strava: [
    { raw: { id: 7, firstname: 'Mei', lastname: 'Tan', username: 'mei', profile: avatar } },
    { id: '7', name, username: 'mei', avatarURL: avatar },
  ],
  wakatime: [
    {
      raw: {
        data: {
          id: 'u1',
          display_name: name,
          username: 'mei',
          email,
          is_email_confirmed: true,
          photo: avatar,
          photo_public: true,
        },
      },
    },
    { id: 'u1', ...mei, username: 'mei' },
  ],
  livechat: [
    { raw: { account_id: 'u1', name, email, email_verified: true, avatar_url: avatar } },
    { id: 'u1', ...mei },
  ],
  mailcow: [
    { raw: { id: 'u1', full_name: name, username: 'mei@example.com', email, active: 1 } },
    { id: 'u1', name, username: 'mei' },
  ],
  planningcenter: [
    { raw: { data: { id: 'u1', attributes: { status: 'active', name, avatar } } } },
    { id: 'u1', name, avatarURL: avatar },
  ],
};

describe('what a provider says of somebody', () => {
  test.each(Object.entries(answers))('%s', (provider, [answer, user]) => {
    expect(read(provider as Name, answer)).toEqual({ ...nobody, ...user });
    expect(read(provider as Name, {}).id).toBe('');
  });

  test.each<[Name, Answer]>([
    ['openId', { raw: { ...openIdRaw, email_verified: false } }],
    ['google', { raw: { ...openIdRaw, email_verified: 'no' } }],
    ['apple', { raw: { sub: 'u1', email, email_verified: 'false' } }],
    ['github', { raw: { id: 7, email }, emails: listed({ verified: false, primary: true }) }],
    ['github', { raw: { id: 7, email } }],
    ['gitea', { raw: { id: 7, active: true, email }, emails: listed({ verified: true, primary: false }) }],
    ['gitlab', { raw: { id: 7, email, confirmed_at: null } }],
    ['bitbucket', { raw: { uuid: 'u', account_status: 'active' }, emails: { values: listed({ is_primary: true }) } }],
    ['gitee', { raw: { id: 7, email: 'no address' }, emails: [{ email, state: 'unconfirmed', scope: ['primary'] }] }],
    ['gitee', { raw: { id: 7, email }, emails: [{ email, state: 'unconfirmed', scope: ['primary'] }] }],
    ['gitee', { raw: { id: 7, email } }],
    ['discord', { raw: { id: 'u1', email, verified: false } }],
    ['yandex', { raw: { id: 'u1', default_email: email, emails: [email] } }],
    ['facebook', { raw: { id: 'u1', email } }],
    ['vk', { raw: { response: [{ id: 7, email }], email } }],
    ['linear', { raw: { data: { viewer: { id: 'u1', active: true, email } } } }],
    ['notion', { raw: { bot: { owner: { user: { id: 'u1', person: { email } } } } } }],
    ['box', { raw: { id: 'u1', status: 'active', login: email } }],
    ['mailcow', { raw: { id: 'u1', active: 1, email, username: email } }],
    ['kakao', { raw: { id: 7, kakao_account: { email, is_email_valid: false, is_email_verified: true } } }],
    ['monday', { raw: { data: { me: { id: 'u1', enabled: true, email, is_verified: false } } } }],
    ['patreon', { raw: { data: { id: 'u1', attributes: { email, is_email_verified: false } } } }],
    ['wakatime', { raw: { data: { id: 'u1', email, is_email_confirmed: false } } }],
    ['livechat', { raw: { account_id: 'u1', email, email_verified: false } }],
    ['microsoft', { raw: { id: 'u1', mail: email } }],
    ['microsoft', { raw: { id: 'u1', mail: email }, claims: { email, xms_edov: false } }],
    ['microsoft', { raw: { id: 'u1' }, claims: { email }, extra: { idTokenEmailClaim: 'email' } }],
  ])('%s: no address that it does not vouch for, %#', (provider, answer) => {
    const user = read(provider, answer);
    expect([user.id === '', user.email]).toEqual([false, '']);
  });

  test.each<[string, Answer]>([
    ['verified_primary_email', { claims: { verified_primary_email: [email] } }],
    ['email_and_xms_edov', { claims: { email, xms_edov: '1' } }],
    ['any_verified', { claims: { email, xms_edov: true } }],
    ['email', { claims: { email }, hasOwnAddresses: true }],
  ])('microsoft: the address of the ID token as %s', (idTokenEmailClaim, answer) => {
    expect(read('microsoft', { raw: { id: 'u1' }, extra: { idTokenEmailClaim }, ...answer }).email).toBe(email);
  });

  test.each<[Name, Answer]>([
    ['bitbucket', { raw: { uuid: 'u1', account_status: 'inactive' } }],
    ['gitea', { raw: { id: 7, active: false } }],
    ['box', { raw: { id: 'u1', status: 'inactive' } }],
    ['linear', { raw: { data: { viewer: { id: 'u1', active: false } } } }],
    ['monday', { raw: { data: { me: { id: 'u1', enabled: false } } } }],
    ['mailcow', { raw: { id: 'u1', active: 0 } }],
    ['planningcenter', { raw: { data: { id: 'u1', attributes: { status: 'inactive' } } } }],
    ['strava', { raw: { id: 0 } }],
  ])('%s: an account that was closed is nobody', (provider, answer) => {
    expect(read(provider, answer).id).toBe('');
  });
});
