import { dashboardPath } from '#rules/paths/account-paths.ts';

/** What the client does unless the server says otherwise. Names and defaults are fixed by the product's specification. */
export const defaultConfig = {
  auth: { enableGoogleSignIn: false, enableOTPLogin: true },
  dashboard: { defaultRoute: dashboardPath },
  /** Outside production the one-time code of a demo account is shown on the page. */
  showDemoCodes: false,
  /** Payments go to the built-in sandbox provider: no real money moves, and the page says so. */
  isSandbox: false,
  /** Somebody takes payments; else the pages show no form for it. */
  takesPayments: true,
  /** Stripe's public key, where Stripe takes the payments: then its own fields are shown, and never one of ours. */
  stripeKey: '',
  /** The address of who answers for personal data. */
  privacyContact: '',
  /** Who sells here: name, UEN and address. */
  soldBy: '',
  /** Pick-ups are found by address. */
  searchesAddresses: false,
  /** For how many days requests stay in the log; 0 where none is kept. */
  logDays: 0,
  /** Mails leave the server; else no page says that one is on its way. */
  sendsMail: true,
  /** The operator's own account, where payments are PayNow to it: then nobody takes cards. */
  payNowUen: '',
  payNowName: '',
  /** Pages of staff wait until they sign in with a second factor of their own. */
  staffNeedSecondFactor: false,
  /** The one address of the site that its passkeys are for; empty where there are none. */
  passkeyOrigin: '',
};

export type AppConfig = typeof defaultConfig;

/** The overrides a server may embed in the page: flat flags, each optional. Unknown names and wrong types are ignored. */
export type ConfigFlags = {
  enableGoogleSignIn?: boolean;
  enableOTPLogin?: boolean;
  defaultRoute?: string;
  showDemoCodes?: boolean;
  isSandbox?: boolean;
  takesPayments?: boolean;
  stripeKey?: string;
  privacyContact?: string;
  soldBy?: string;
  searchesAddresses?: boolean;
  logDays?: number;
  sendsMail?: boolean;
  payNowUen?: string;
  payNowName?: string;
  staffNeedSecondFactor?: boolean;
  passkeyOrigin?: string;
};

/** The configuration with a server's flags applied over the defaults. */
export function configFrom(flags: ConfigFlags): AppConfig {
  const isOn = (flag: unknown, otherwise: boolean) => (typeof flag === 'boolean' ? flag : otherwise);
  const textOf = (name: 'stripeKey' | 'payNowUen' | 'payNowName' | 'privacyContact' | 'soldBy' | 'passkeyOrigin') => {
    const flag = flags[name];
    return typeof flag === 'string' ? flag : defaultConfig[name];
  };
  const { auth, dashboard } = defaultConfig;
  return {
    auth: {
      enableGoogleSignIn: isOn(flags.enableGoogleSignIn, auth.enableGoogleSignIn),
      enableOTPLogin: isOn(flags.enableOTPLogin, auth.enableOTPLogin),
    },
    dashboard: {
      defaultRoute: flags.defaultRoute?.startsWith('/') ? flags.defaultRoute : dashboard.defaultRoute,
    },
    showDemoCodes: isOn(flags.showDemoCodes, defaultConfig.showDemoCodes),
    isSandbox: isOn(flags.isSandbox, defaultConfig.isSandbox),
    takesPayments: isOn(flags.takesPayments, defaultConfig.takesPayments),
    stripeKey: textOf('stripeKey'),
    payNowUen: textOf('payNowUen'),
    payNowName: textOf('payNowName'),
    privacyContact: textOf('privacyContact'),
    soldBy: textOf('soldBy'),
    searchesAddresses: isOn(flags.searchesAddresses, defaultConfig.searchesAddresses),
    logDays: Number(flags.logDays) || 0,
    sendsMail: isOn(flags.sendsMail, defaultConfig.sendsMail),
    passkeyOrigin: textOf('passkeyOrigin'),
    staffNeedSecondFactor: isOn(flags.staffNeedSecondFactor, defaultConfig.staffNeedSecondFactor),
  };
}
