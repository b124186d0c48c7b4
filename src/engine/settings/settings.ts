/** The operator's settings (wire contract, section 20), kept in `_params`. Secrets are write-only on the wire. */
export type Settings = {
  meta: {
    appName: string;
    appURL: string;
    senderName: string;
    senderAddress: string;
    hideControls: boolean;
    accentColor: string;
  };
  smtp: {
    enabled: boolean;
    host: string;
    port: number;
    username: string;
    password: string;
    authMethod: string;
    tls: boolean;
    localName: string;
  };
  rateLimits: {
    enabled: boolean;
    rules: Array<{ label: string; audience: string; duration: number; maxRequests: number }>;
    excludedIPs: string[];
  };
  trustedProxy: { headers: string[]; useLeftmostIP: boolean };
  /** Where superusers may come from; empty: from anywhere. */
  superuserIPs: string[];
  /** The remaining groups, as they come and go on the wire. */
  [group: string]: unknown;
};

export type SettingsStore = {
  current: () => Settings;
};
