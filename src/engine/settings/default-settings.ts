import type { Settings } from './settings.ts';

/** What PocketBase calls an application that nobody has named. */
export const unnamedApp = 'Acme';

const noS3 = { enabled: false, bucket: '', region: '', endpoint: '', accessKey: '', secret: '', forcePathStyle: false };

/**
 * The settings of a new server (wire contract, section 20). Name and sender are those of collections made at run time; the product's own mails
 * carry its own (MAIL_FROM).
 */
export function defaultSettings({ publicUrl }: { publicUrl: string }): Settings {
  return {
    meta: {
      appName: unnamedApp,
      appURL: publicUrl,
      senderName: 'Support',
      senderAddress: 'support@example.com',
      hideControls: false,
      accentColor: '#1055c9',
    },
    smtp: {
      enabled: false,
      host: 'smtp.example.com',
      port: 587,
      username: '',
      password: '',
      authMethod: '',
      tls: false,
      localName: '',
    },
    backups: { cron: '', cronMaxKeep: 3, s3: noS3 },
    s3: noS3,
    rateLimits: {
      enabled: false,
      rules: [
        { label: '*:auth', audience: '', duration: 3, maxRequests: 2 },
        { label: '*:create', audience: '', duration: 5, maxRequests: 20 },
        { label: '/api/batch', audience: '', duration: 1, maxRequests: 3 },
        { label: '/api/', audience: '', duration: 10, maxRequests: 300 },
      ],
      excludedIPs: [],
    },
    trustedProxy: { headers: [], useLeftmostIP: false },
    batch: { enabled: false, maxRequests: 50, timeout: 3, maxBodySize: 0 },
    logs: { maxDays: 5, minLevel: 0, logIP: true, logAuthId: false },
    superuserIPs: [],
  };
}
