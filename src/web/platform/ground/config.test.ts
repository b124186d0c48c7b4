import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';

describe('the configuration', () => {
  it('has Google sign-in off, one-time codes on, and the dashboard at /dashboard [1] [2] [3]', () => {
    const { auth, dashboard } = configFrom({});
    expect(auth.enableGoogleSignIn).toBe(false);
    expect(auth.enableOTPLogin).toBe(true);
    expect(dashboard.defaultRoute).toBe('/dashboard');
  });

  it('follows the flags of the server', () => {
    const { auth, dashboard } = configFrom({
      enableGoogleSignIn: true,
      enableOTPLogin: false,
      defaultRoute: '/dashboard/help',
    });
    expect(auth).toEqual({ enableGoogleSignIn: true, enableOTPLogin: false });
    expect(dashboard.defaultRoute).toBe('/dashboard/help');
  });

  it('does not send people to another site', () => {
    expect(configFrom({ defaultRoute: 'https://evil.example' }).dashboard.defaultRoute).toBe('/dashboard');
  });
});
