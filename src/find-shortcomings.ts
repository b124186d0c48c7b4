import { statfs } from 'node:fs/promises';
import { isApart, measureAhead } from '#engine/database/clock-watch.ts';
import type { Engine } from '#engine/engine.ts';
import { createClamdScanner } from '#engine/files/create-clamd-scanner.ts';
import { isAddressChosen } from '#engine/http/client-ip.ts';
import { isLoopback } from '#engine/http/is-loopback.ts';
import { wasProxyUnreadable } from '#engine/logs/watch-proxy.ts';
import { findWriteFault } from '#engine/make-data-folder.ts';
import { findOpenPaths } from '#engine/private-paths.ts';
import { countUnsafePeople, type UnsafePeople } from '#marketplace/platform/facts/count-unsafe-people.ts';
import type { Config } from './config.ts';

/** Something that is not as it should be, and what to do about it; a sentence each. */
export type Shortcoming = { what: string; mend: string };

/**
 * What a server runs with although it had better not: nothing of it is dangerous enough to refuse the start, as check-safety.ts does. A start
 * looks only at what lies in the data folder directly, unless it is told otherwise.
 */
export async function findShortcomings(
  engine: Pick<Engine, 'db' | 'settings' | 'clock'>,
  config: Config,
  { looksAtAllFiles = false } = {},
): Promise<Shortcoming[]> {
  const people = await countUnsafePeople(engine.db);
  const settings = engine.settings.current();
  return [
    ...inConfig(config),
    ...inMail(settings, config),
    ...inSettings(settings, config),
    ...(await inProxies(engine)),
    ...missing(people),
    ...inPeople(people, config),
    ...(await inClocks(engine.db)),
    ...(await inScanner(config)),
    ...(await inFolder(config, !looksAtAllFiles)),
    ...(await inDisk(config)),
  ];
}

function inConfig(config: Config): Shortcoming[] {
  const found: Shortcoming[] = [];
  if (config.backupRecipients.length === 0) {
    const mend = 'Set BACKUP_RECIPIENT to the public key of an age key pair.';
    found.push({ what: 'Backups are not encrypted.', mend });
  }
  if (!config.settingsKey) {
    found.push({
      what: 'The key that seals stored passwords lies beside them in DATA_DIR.',
      mend: 'Set SETTINGS_KEY to 32 characters of your own, the same for every server of a database.',
    });
  }
  if (!config.isProduction) return found;
  if (!isDatabaseSafe(config.databaseUrl)) {
    found.push({
      what: 'What the server and its database say to each other may be read or changed on the way.',
      mend: 'End DATABASE_URL with ?sslmode=verify-full, and with &sslrootcert=/path/to/ca.pem where the authority is your own.',
    });
  }
  if (config.privacyContact === '') {
    found.push({
      what: 'The privacy page names no address for questions about personal data, which the law asks for.',
      mend: 'Set PRIVACY_CONTACT to the address of your data protection officer.',
    });
  }
  if (config.takesSandboxPayments) {
    found.push({
      what: 'Lessons are paid without money.',
      mend: 'Set SANDBOX_PAYMENTS to 0 where people book for real.',
    });
  }
  return found;
}

function inMail({ smtp }: ReturnType<Engine['settings']['current']>, config: Config): Shortcoming[] {
  if (!config.isProduction || config.smtpUrl || smtp.enabled) return [];
  return [{ what: 'No mail leaves the server.', mend: 'Set SMTP_URL and MAIL_FROM, or smtp in the settings.' }];
}

// On this machine, or over TLS whose certificate is checked.
function isDatabaseSafe(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true;
  return ['verify-full', 'verify-ca'].includes(searchParams.get('sslmode') ?? '');
}

function inSettings(settings: ReturnType<Engine['settings']['current']>, config: Config): Shortcoming[] {
  const found: Shortcoming[] = [];
  const isBehindProxy = config.publicUrl.startsWith('https:');
  if (isBehindProxy && settings.trustedProxy.headers.length === 0) {
    found.push({
      what: 'All visitors are one address: TLS ends in front of the server, and no header of it is trusted.',
      mend: 'Set trustedProxy.headers in the settings to the header that your proxy writes, such as X-Forwarded-For.',
    });
  }
  if (isAddressChosen(settings.trustedProxy)) {
    found.push({
      what: 'Everybody chooses the address that limits and logs know them by: the leftmost entry of the header is theirs.',
      mend: 'Set trustedProxy.useLeftmostIP in the settings to false, or have each proxy replace the header.',
    });
  }
  if (settings.backups.cron === '') {
    found.push({
      what: 'No backups are made by themselves.',
      mend: 'Set backups.cron in the settings, such as 0 3 * * *.',
    });
  }
  if (config.isProduction && settings.superuserIPs.length === 0) {
    const mend = 'Set superuserIPs in the settings to the addresses or subnets that operators come from.';
    found.push({ what: 'Superusers may come from anywhere.', mend });
  }
  const isListening = !isLoopback(config.host);
  if (isListening && settings.logs.maxDays === 0) {
    found.push({ what: 'No log of requests is kept.', mend: 'Set logs.maxDays in the settings to some days.' });
  }
  return found;
}

async function inProxies(engine: Pick<Engine, 'db' | 'settings' | 'clock'>): Promise<Shortcoming[]> {
  const { headers } = engine.settings.current().trustedProxy;
  if (headers.length === 0 || !(await wasProxyUnreadable(engine))) return [];
  return [
    {
      what: `Within the last day a proxy wrote no address into ${headers.join(' or ')}: its visitors share one address and its budgets.`,
      mend: 'Have the proxy write the visitor’s address last, with or without a port, or trust another header in trustedProxy.headers.',
    },
  ];
}

/** The people without whom a marketplace cannot run, while there are none of them. */
export async function findMissingPeople(engine: Pick<Engine, 'db'>): Promise<Shortcoming[]> {
  return missing(await countUnsafePeople(engine.db));
}

function missing({ superusers, admins }: UnsafePeople): Shortcoming[] {
  const found: Shortcoming[] = [];
  if (superusers === 0) {
    found.push({
      what: 'There is no superuser.',
      mend: 'Start once with SUPERUSER_EMAIL and SUPERUSER_PASSWORD, or run bin/superuser with an address.',
    });
  }
  if (admins === 0) {
    found.push({
      what: 'There is no admin: nobody can check papers, decide claims or add staff.',
      mend: 'Run bin/kerbside admin create with their address, see “The first people” in docs/operations.md.',
    });
  }
  return found;
}

function inPeople({ staffWithoutSecondFactor }: UnsafePeople, config: Config): Shortcoming[] {
  const found: Shortcoming[] = [];
  if (staffWithoutSecondFactor > 0) {
    const rights = config.isProduction ? ' They have no rights of staff until they do.' : '';
    found.push({
      what: `Staff who sign in without a second factor: ${staffWithoutSecondFactor}.${rights}`,
      mend: 'They turn it on in their settings, under security.',
    });
  }
  return found;
}

async function inClocks(db: Engine['db']): Promise<Shortcoming[]> {
  const aheadMs = await measureAhead(db);
  if (!isApart(aheadMs)) return [];
  return [
    {
      what: `The clock of this machine is ${Math.abs(aheadMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s.`,
      mend: 'Set both by the same time servers. Above 5 s nothing is done here that is due by the clock.',
    },
  ];
}

async function inScanner({ clamdSocket }: Config): Promise<Shortcoming[]> {
  if (clamdSocket === undefined || (await createClamdScanner(clamdSocket).answers())) return [];
  return [
    {
      what: `The virus scanner at ${clamdSocket} does not answer: every file that people send is refused.`,
      mend: 'Set CLAMD_SOCKET to where clamd listens, start it, or leave the variable out.',
    },
  ];
}

const namedPaths = 5;

// Whoever else has an account on the machine reads nothing there.
async function inFolder({ dataDir }: Config, isShallow: boolean): Promise<Shortcoming[]> {
  const named: string[] = [];
  let others = 0;
  for await (const { path } of findOpenPaths(dataDir, { isShallow })) {
    if (named.length < namedPaths) named.push(path);
    else others++;
  }
  const mend = 'Run: bin/doctor --fix';
  const found = named.map((path) => ({ what: `${path} is open to other accounts of the machine.`, mend }));
  if (others === 0) return found;
  return [...found, { what: `${others} more paths in ${dataDir} are open to other accounts of the machine.`, mend }];
}

const mebibyte = 1024 * 1024;
const leastMebibytes = 256;
const leastInodes = 10_000;

// A disk without space, or without names for files, takes no upload and no backup. A folder that is not there yet is made by the start.
async function inDisk({ dataDir }: Config): Promise<Shortcoming[]> {
  const fault = await findWriteFault(dataDir);
  if (fault === 'ENOENT') return [];
  const { bavail, bsize, files, ffree } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / mebibyte);
  const mend = `Free some, or move ${dataDir} to a larger disk.`;
  const found: Shortcoming[] = [];
  if (fault !== undefined && fault !== 'ENOSPC') {
    found.push({
      what: `Files can't be written into ${dataDir} (${fault}).`,
      mend: 'Mount it writable, and give it to the account of the server.',
    });
  }
  if (free < leastMebibytes) found.push({ what: `${free} MiB are left on the disk of DATA_DIR.`, mend });
  // Some file systems have no fixed number.
  if (files > 0 && ffree < leastInodes) found.push({ what: `${ffree} inodes are left on the disk of DATA_DIR.`, mend });
  return found;
}
