/** What every answer tells browsers. */
export const securityHeaders = {
  'X-XSS-Protection': '1; mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  // A window of another site that opens a page of ours, or is opened by it as providers of sign-in are, can't reach into it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  // Pages and files have policies of their own, which say more.
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** A browser that saw it comes over TLS only, for two years. */
export const strictTransport = { 'Strict-Transport-Security': 'max-age=63072000' };
