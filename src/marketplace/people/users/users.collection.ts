import { defaultAuthOptions } from '#engine/collections/default-auth-options.ts';
import { authIndexes, defineCollection } from '#engine/collections/define-collection.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';
import { byServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';
import { writeAuthMail } from './write-auth-mail.ts';

const defaults = defaultAuthOptions();
const own = `id = @request.auth.id || ${staffRule('users')}`;
const ownOrStaff = `${personRule} && (${own})`;
/**
 * Staff see others' addresses, and make accounts. What opens one is its owner's to change: of others' they only start it (refuse-what-opens.ts), and of their own
 * they show who they are, as everybody does.
 */
const othersAccount = `${staffRule('users')} && id != @request.auth.id`;
/** Who answers requests sees who wrote them. */
const seen = `${personRule} && (${own} || (${staffRule('support')} && support_requests_via_user.id ?!= ''))`;

/** People who sign in (docs/api.md). Codes have six digits and make accounts for unknown addresses. */
export const usersCollection = defineCollection({
  name: 'users',
  type: 'auth',
  id: '_pb_users_auth_',
  indexes: authIndexes('users', '_pb_users_auth_'),
  fields: {
    name: { type: 'text', contacts: 'a name', max: 255 },
    firstName: { type: 'text', contacts: 'a name', max: 100 },
    lastName: { type: 'text', contacts: 'a name', max: 100 },
    avatar: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      // By what the file holds, not by its name ("JPG, PNG up to 2MB").
      mimeTypes: ['image/jpeg', 'image/png'],
      thumbs: ['100x100'],
    },
    phone: { type: 'text', contacts: 'read by its writer and staff alone', max: 32 },
    /** When a code that was sent to `phone` came back; empty for a number that nobody proved. Another number begins so. */
    phoneProved: { type: 'date', ...byServer },
    location: { type: 'text', contacts: 'read by its writer and staff alone', max: 200 },
    bio: { type: 'text', contacts: 'read by its writer and staff alone', max: 2000 },
    role: {
      type: 'select',
      values: ['user', 'premium', ...staffRoles],
      decided: {
        by: staffRule('roles'),
        usual: 'user',
        code: 'role_not_allowed',
        message: 'Only an administrator can set a role.',
      },
    },
    language: { type: 'text', contacts: 'read by its writer and staff alone', max: 20 },
    timezone: { type: 'text', contacts: 'read by its writer and staff alone', max: 60 },
    twoFactor: { type: 'bool' },
    suspended: {
      type: 'bool',
      decided: {
        by: staffRule('users'),
        code: 'suspended_not_allowed',
        message: 'Only an administrator can suspend an account.',
      },
    },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['avatar'],
  passwordsAreOwners: true,
  rules: { list: seen, view: seen, create: '', update: ownOrStaff, delete: ownOrStaff },
  auth: {
    authRule: 'suspended = false',
    manageRule: othersAccount,
    verificationTemplate: writeAuthMail('verification', 'en'),
    resetPasswordTemplate: writeAuthMail('passwordReset', 'en'),
    confirmEmailChangeTemplate: writeAuthMail('emailChange', 'en'),
    authAlert: { ...defaults.authAlert, emailTemplate: writeAuthMail('authAlert', 'en') },
    mfa: { enabled: true, duration: 600, rule: 'twoFactor = true' },
    otp: {
      ...defaults.otp,
      emailTemplate: writeAuthMail('otp', 'en'),
      enabled: true,
      length: 6,
      duration: 600,
      createsAccount: true,
    },
    oauth2: { ...defaults.oauth2, mappedFields: { id: '', name: 'name', username: '', avatarURL: 'avatar' } },
  },
});
