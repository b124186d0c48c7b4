import type { BudgetChanges } from '../limits/budgets.ts';
import type { RateLimitRule } from '../limits/find-limit.ts';
import type { TextBox } from './seal-secrets.ts';

export type S3Settings = {
  enabled: boolean;
  bucket: string;
  region: string;
  endpoint: string;
  accessKey: string;
  secret: string;
  forcePathStyle: boolean;
};

/** What the operator's log keeps: days, from which level on, and whether it knows addresses and accounts. */
export type LogsSettings = { maxDays: number; minLevel: number; logIP: boolean; logAuthId: boolean };

/** The operator's settings (wire contract, section 20), kept in `_params`. Secrets are write-only on the wire. Durations in seconds. */
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
  backups: { cron: string; cronMaxKeep: number; s3: S3Settings };
  s3: S3Settings;
  rateLimits: { enabled: boolean; rules: RateLimitRule[]; excludedIPs: string[] };
  trustedProxy: { headers: string[]; useLeftmostIP: boolean };
  batch: { enabled: boolean; maxRequests: number; timeout: number; maxBodySize: number };
  logs: LogsSettings;
  /** Where superusers may come from, addresses and subnets; empty: from anywhere. */
  superuserIPs: string[];
  /** Ours: only there once the operator set one, so that the reference's clients find what they know. */
  budgets?: BudgetChanges;
};

export type SettingsStore = {
  current: () => Settings;
  /** Another number after each change of any setting, the same on all servers. */
  revision: () => number;
  /** Seals, by the key of the settings' passwords, what the database keeps and nobody may read in it. */
  box: TextBox;
};
