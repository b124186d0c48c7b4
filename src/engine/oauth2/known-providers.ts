import { type Json, profileReaders, type ReadProfile } from './read-profile.ts';

/** A provider as it is known without any configuration. */
export type Provider = {
  displayName: string;
  authURL: string;
  tokenURL: string;
  /** Empty: the user is read from the ID token. */
  userInfoURL: string;
  scopes: readonly string[];
  usesPkce: boolean;
  readUser: ReadProfile;
  /** Where the user's addresses are asked apart: added to `userInfoURL`, or an address of its own. */
  emailsURL?: string;
  /** The question of a GraphQL API, which is sent to `userInfoURL`. */
  userQuery?: string;
  /** What else the API wants in the head of a call; `{clientId}` stands for the client's. */
  userHeaders?: Readonly<Record<string, string>>;
  /** What else its sign-in page wants in the address. */
  authParameters?: Readonly<Record<string, string>>;
  /** Who signs the ID token, and with which keys, where that is always the same. */
  idToken?: Json;
};

type Known = Partial<Provider> & Pick<Provider, 'displayName' | 'readUser'>;

const provider = (known: Known): Provider => ({
  authURL: '',
  tokenURL: '',
  userInfoURL: '',
  scopes: [],
  usesPkce: true,
  ...known,
});

/** Two addresses that differ by their last word alone. */
const below = (base: string, auth: string, token: string) => ({
  authURL: `${base}/${auth}`,
  tokenURL: `${base}/${token}`,
});

const { openId, ...readers } = profileReaders;

export const openIdProvider = provider({
  displayName: 'OIDC',
  scopes: ['openid', 'email', 'profile'],
  readUser: openId,
});

/** The providers that the reference knows, in its order, with the addresses and scopes that they document. */
export const knownProviders: Readonly<Record<string, Provider>> = {
  apple: provider({
    displayName: 'Apple',
    scopes: ['name', 'email'],
    ...below('https://appleid.apple.com/auth', 'authorize', 'token'),
    readUser: readers.apple,
    authParameters: { response_mode: 'form_post' },
    idToken: { jwksURL: 'https://appleid.apple.com/auth/keys', issuers: ['https://appleid.apple.com'] },
  }),
  google: provider({
    displayName: 'Google',
    authURL: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenURL: 'https://oauth2.googleapis.com/token',
    userInfoURL: 'https://www.googleapis.com/oauth2/v3/userinfo',
    scopes: ['https://www.googleapis.com/auth/userinfo.profile', 'https://www.googleapis.com/auth/userinfo.email'],
    readUser: readers.google,
  }),
  microsoft: provider({
    displayName: 'Microsoft',
    ...below('https://login.microsoftonline.com/common/oauth2/v2.0', 'authorize', 'token'),
    userInfoURL: 'https://graph.microsoft.com/v1.0/me',
    scopes: ['User.Read'],
    readUser: readers.microsoft,
  }),
  yandex: provider({
    displayName: 'Yandex',
    ...below('https://oauth.yandex.com', 'authorize', 'token'),
    userInfoURL: 'https://login.yandex.ru/info',
    scopes: ['login:email', 'login:avatar', 'login:info'],
    readUser: readers.yandex,
  }),
  facebook: provider({
    displayName: 'Facebook',
    authURL: 'https://www.facebook.com/v3.2/dialog/oauth',
    tokenURL: 'https://graph.facebook.com/v3.2/oauth/access_token',
    userInfoURL: 'https://graph.facebook.com/me?fields=name,email,picture.type(large)',
    scopes: ['email'],
    readUser: readers.facebook,
  }),
  instagram2: provider({
    displayName: 'Instagram',
    authURL: 'https://www.instagram.com/oauth/authorize',
    tokenURL: 'https://api.instagram.com/oauth/access_token',
    userInfoURL:
      'https://graph.instagram.com/me?fields=id,username,account_type,user_id,name,profile_picture_url,followers_count,follows_count,media_count',
    scopes: ['instagram_business_basic'],
    readUser: readers.instagram2,
  }),
  github: provider({
    displayName: 'GitHub',
    ...below('https://github.com/login/oauth', 'authorize', 'access_token'),
    userInfoURL: 'https://api.github.com/user',
    emailsURL: '/emails',
    scopes: ['read:user', 'user:email'],
    readUser: readers.github,
  }),
  gitlab: provider({
    displayName: 'GitLab',
    ...below('https://gitlab.com/oauth', 'authorize', 'token'),
    userInfoURL: 'https://gitlab.com/api/v4/user',
    scopes: ['read_user'],
    readUser: readers.gitlab,
  }),
  bitbucket: provider({
    displayName: 'Bitbucket',
    ...below('https://bitbucket.org/site/oauth2', 'authorize', 'access_token'),
    userInfoURL: 'https://api.bitbucket.org/2.0/user',
    emailsURL: '/emails',
    scopes: ['account'],
    usesPkce: false,
    readUser: readers.bitbucket,
  }),
  gitee: provider({
    displayName: 'Gitee',
    ...below('https://gitee.com/oauth', 'authorize', 'token'),
    userInfoURL: 'https://gitee.com/api/v5/user',
    emailsURL: 'https://gitee.com/api/v5/emails',
    scopes: ['user_info', 'emails'],
    readUser: readers.gitee,
  }),
  gitea: provider({
    displayName: 'Gitea/Forgejo',
    ...below('https://gitea.com/login/oauth', 'authorize', 'access_token'),
    userInfoURL: 'https://gitea.com/api/v1/user',
    emailsURL: '/emails',
    scopes: ['read:user', 'user:email'],
    readUser: readers.gitea,
  }),
  discord: provider({
    displayName: 'Discord',
    ...below('https://discord.com/api/oauth2', 'authorize', 'token'),
    userInfoURL: 'https://discord.com/api/users/@me',
    scopes: ['identify', 'email'],
    readUser: readers.discord,
  }),
  twitter: provider({
    displayName: 'X/Twitter',
    authURL: 'https://x.com/i/oauth2/authorize',
    tokenURL: 'https://api.x.com/2/oauth2/token',
    userInfoURL: 'https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url,confirmed_email',
    scopes: ['users.read', 'users.email', 'tweet.read'],
    readUser: readers.twitter,
  }),
  kakao: provider({
    displayName: 'Kakao',
    ...below('https://kauth.kakao.com/oauth', 'authorize', 'token'),
    userInfoURL: 'https://kapi.kakao.com/v2/user/me',
    scopes: ['account_email', 'profile_nickname', 'profile_image'],
    readUser: readers.kakao,
  }),
  vk: provider({
    displayName: 'ВКонтакте',
    ...below('https://oauth.vk.com', 'authorize', 'access_token'),
    userInfoURL: 'https://api.vk.com/method/users.get?fields=photo_max,screen_name&v=5.131',
    scopes: ['email'],
    usesPkce: false,
    readUser: readers.vk,
  }),
  linear: provider({
    displayName: 'Linear',
    authURL: 'https://linear.app/oauth/authorize',
    tokenURL: 'https://api.linear.app/oauth/token',
    userInfoURL: 'https://api.linear.app/graphql',
    userQuery: 'query Me { viewer { id displayName name email avatarUrl active } }',
    scopes: ['read'],
    usesPkce: false,
    readUser: readers.linear,
  }),
  notion: provider({
    displayName: 'Notion',
    ...below('https://api.notion.com/v1/oauth', 'authorize', 'token'),
    userInfoURL: 'https://api.notion.com/v1/users/me',
    userHeaders: { 'notion-version': '2022-06-28' },
    readUser: readers.notion,
  }),
  monday: provider({
    displayName: 'monday.com',
    ...below('https://auth.monday.com/oauth2', 'authorize', 'token'),
    userInfoURL: 'https://api.monday.com/v2',
    userQuery: 'query { me { id enabled name email is_verified photo_small }}',
    scopes: ['me:read'],
    readUser: readers.monday,
  }),
  lark: provider({
    displayName: 'Lark',
    authURL: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
    tokenURL: 'https://open.feishu.cn/open-apis/authen/v2/oauth/token',
    userInfoURL: 'https://open.feishu.cn/open-apis/authen/v1/user_info',
    readUser: readers.lark,
  }),
  box: provider({
    displayName: 'Box',
    authURL: 'https://account.box.com/api/oauth2/authorize',
    tokenURL: 'https://api.box.com/oauth2/token',
    userInfoURL: 'https://api.box.com/2.0/users/me',
    scopes: ['root_readonly'],
    readUser: readers.box,
  }),
  spotify: provider({
    displayName: 'Spotify',
    ...below('https://accounts.spotify.com', 'authorize', 'api/token'),
    userInfoURL: 'https://api.spotify.com/v1/me',
    scopes: ['user-read-private'],
    readUser: readers.spotify,
  }),
  trakt: provider({
    displayName: 'Trakt',
    authURL: 'https://trakt.tv/oauth/authorize',
    tokenURL: 'https://api.trakt.tv/oauth/token',
    userInfoURL: 'https://api.trakt.tv/users/settings',
    userHeaders: { 'content-type': 'application/json', 'trakt-api-key': '{clientId}', 'trakt-api-version': '2' },
    readUser: readers.trakt,
  }),
  twitch: provider({
    displayName: 'Twitch',
    ...below('https://id.twitch.tv/oauth2', 'authorize', 'token'),
    userInfoURL: 'https://api.twitch.tv/helix/users',
    userHeaders: { 'client-id': '{clientId}' },
    scopes: ['user:read:email'],
    readUser: readers.twitch,
  }),
  patreon: provider({
    displayName: 'Patreon',
    ...below('https://www.patreon.com', 'oauth2/authorize', 'api/oauth2/token'),
    userInfoURL:
      'https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=full_name,email,vanity,image_url,is_email_verified',
    scopes: ['identity', 'identity[email]'],
    readUser: readers.patreon,
  }),
  strava: provider({
    displayName: 'Strava',
    ...below('https://www.strava.com', 'oauth/authorize', 'api/v3/oauth/token'),
    userInfoURL: 'https://www.strava.com/api/v3/athlete',
    scopes: ['profile:read_all'],
    readUser: readers.strava,
  }),
  wakatime: provider({
    displayName: 'WakaTime',
    ...below('https://wakatime.com/oauth', 'authorize', 'token'),
    userInfoURL: 'https://wakatime.com/api/v1/users/current',
    scopes: ['email'],
    readUser: readers.wakatime,
  }),
  livechat: provider({
    displayName: 'LiveChat',
    authURL: 'https://accounts.livechat.com/',
    tokenURL: 'https://accounts.livechat.com/token',
    userInfoURL: 'https://accounts.livechat.com/v2/accounts/me',
    readUser: readers.livechat,
  }),
  mailcow: provider({ displayName: 'mailcow', scopes: ['profile'], readUser: readers.mailcow }),
  planningcenter: provider({
    displayName: 'Planning Center',
    ...below('https://api.planningcenteronline.com/oauth', 'authorize', 'token'),
    userInfoURL: 'https://api.planningcenteronline.com/people/v2/me',
    scopes: ['people'],
    readUser: readers.planningcenter,
  }),
  oidc: openIdProvider,
  oidc2: openIdProvider,
  oidc3: openIdProvider,
};
