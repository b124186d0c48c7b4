import { isLoopback } from '#engine/http/is-loopback.ts';

export type SafetyQuestion = {
  isProduction: boolean;
  host: string;
  publicUrl: string;
  isDemo: boolean;
  /** Stripe is set up. */
  takesStripe: boolean;
  /** Stripe's keys, secret and publishable, as far as they are set: each says whether it is for tests. */
  stripeKeys: readonly string[];
  /** PayNow to the operator's own account is set up. */
  takesPayNow: boolean;
  /** Undefined: the operator did not say. */
  takesSandboxPayments: boolean | undefined;
  /** The names of all variables that are set, ours or not, and the names that we read. */
  set: readonly string[];
  known: readonly string[];
};

/** Understood, but nothing is behind them yet: whoever sets them believes something that is not so. */
const withoutEffect = ['S3_URL'];
/** They lead to stand-ins of others, which could say that everything was paid and everybody is who they say. */
const standIns = ['STRIPE_API_BASE', 'GOOGLE_ISSUER_BASE'];
/** Whatever begins so is meant for us. */
const ourFamilies = [
  'BACKUP_',
  'KERBSIDE_',
  'PAYNOW_',
  'SANDBOX_',
  'SETTINGS_',
  'SMTP_',
  'STRIPE_',
  'SUPERUSER_',
  'TWILIO_',
  'VAPID_',
];

/**
 * Why a server must not start like this, one sentence a reason, each with what to do; empty when it may. Development shows mails, codes and
 * known passwords to whoever asks, so it stays on this machine; production takes nothing for granted.
 */
export function findUnsafe(question: SafetyQuestion): string[] {
  const found = question.isProduction ? inProduction(question) : inDevelopment(question);
  return [...found, ...inPayments(question)];
}

// Whoever names two takers of the money means one of them only.
function inPayments({ takesStripe, stripeKeys, takesPayNow, takesSandboxPayments }: SafetyQuestion): string[] {
  const found: string[] = [];
  if (stripeKeys.some(isForTests) && !stripeKeys.every(isForTests)) {
    found.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live, or both for tests.');
  }
  if (takesStripe && takesPayNow) {
    found.push('PAYNOW_UEN must not be set together with STRIPE_SECRET_KEY: Stripe takes PayNow by itself.');
  }
  if (takesPayNow && takesSandboxPayments) {
    found.push('SANDBOX_PAYMENTS must not be 1 together with PAYNOW_UEN: lessons would be paid without money.');
  }
  return found;
}

/** Stripe's keys begin with their kind and their mode: `sk_test_`, `rk_test_`, `pk_test_`. */
function isForTests(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}

function inDevelopment({ host }: SafetyQuestion): string[] {
  if (isLoopback(host)) return [];
  return [
    'HOST must be 127.0.0.1, ::1 or localhost unless NODE_ENV is "production": a development server shows all mails and sign-in links.',
  ];
}

function inProduction(question: SafetyQuestion): string[] {
  const { host, publicUrl, isDemo, takesStripe, stripeKeys, takesPayNow, takesSandboxPayments } = question;
  const address = new URL(publicUrl);
  const isAtHome = isLoopback(host) && isLoopback(address.hostname);
  const found: string[] = [];
  if (address.protocol !== 'https:' && !isAtHome) {
    found.push(
      'PUBLIC_URL must be the https:// address that people open, when NODE_ENV is "production": terminate TLS in front of the server.',
    );
  }
  if (isDemo) {
    found.push('DEMO must not be 1 when NODE_ENV is "production": everybody knows the passwords of the demonstration.');
  }
  if (stripeKeys.some(isForTests)) {
    found.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be live when NODE_ENV is "production": with keys for tests lessons would be paid without money.',
    );
  }
  for (const name of standIns) {
    if (question.set.includes(name)) {
      found.push(`${name} is for trying things out and is refused when NODE_ENV is "production".`);
    }
  }
  if (takesStripe && takesSandboxPayments) {
    found.push('SANDBOX_PAYMENTS must not be 1 together with STRIPE_SECRET_KEY: lessons would be paid without money.');
  }
  if (takesSandboxPayments === undefined && !takesStripe && !takesPayNow) {
    found.push(
      'SANDBOX_PAYMENTS must be 0 (no payments are taken) or 1 (lessons are paid without money) when NODE_ENV is "production", as no payment provider is set up.',
    );
  }
  return [...found, ...inNames(question)];
}

function inNames({ set, known }: SafetyQuestion): string[] {
  const useless = withoutEffect.filter((name) => set.includes(name));
  return [
    ...useless.map((name) => `${name} has no effect in this version: unset it.`),
    ...set.flatMap((name) => {
      if (known.includes(name)) return [];
      const meant = known.find((candidate) => isNear(name.toUpperCase(), candidate));
      if (meant) return [`${name} is not a variable that is read: write ${meant}, or unset it.`];
      return ourFamilies.some((family) => name.startsWith(family))
        ? [`${name} is not a variable that is read: see docs/operations.md, or unset it.`]
        : [];
    }),
  ];
}

/** True for a name that was likely meant to be the other: two letters off, or for a short one the same letters. */
function isNear(name: string, meant: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  if (name === meant || sorted(name) === sorted(meant)) return true;
  return meant.length > 6 && Math.abs(name.length - meant.length) <= 2 && editsBetween(name, meant) <= 2;
}

/** How many letters must be added, dropped or changed to get from one text to the other. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
