export type HashLink = { kind: 'mail'; path: string } | { kind: 'provider'; isSuccess: boolean } | { kind: 'unknown' };

/** What an address of the backend's usual administration page, such as `#/auth/confirm-verification/TOKEN`, means here. */
export function readHashLink(hash: string): HashLink {
  const mail = /^#\/auth\/(confirm-(?:verification|password-reset|email-change))\/([\w.-]+)$/.exec(hash);
  if (mail) return { kind: 'mail', path: `/auth/${mail[1]}/${mail[2]}` };
  const provider = /^#\/auth\/oauth2-redirect-(success|failure)$/.exec(hash);
  return provider ? { kind: 'provider', isSuccess: provider[1] === 'success' } : { kind: 'unknown' };
}
