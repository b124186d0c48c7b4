import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { canMakeNamespace, type SystemTools } from './system-tools.ts';

/**
 * The operating system's account that the database runs as. PostgreSQL refuses to run as root, and initdb wants an account that
 * the machine has a name for.
 */
export type ServerAccount = {
  /** Who owns the files on disk, as we see it. */
  uid: number;
  gid: number;
  /**
   * How a program becomes that account: it is `ours`; we are root and `switch` to it; or neither is possible and it gets a
   * `namespace` of its own in which we look like an ordinary user, while the files stay ours.
   */
  become: 'ours' | 'switch' | 'namespace';
};

type PasswdEntry = { name: string; uid: number; gid: number };

/**
 * Our own account when it is not root. Else the owner of an existing cluster, so that a data folder keeps working whoever starts
 * the server; else `postgres` where the machine has it; else `nobody`. Where that can't be had (a container with one account
 * only, an account without a name), a user namespace takes its place.
 */
export function chooseServerAccount(cluster: string, tools: SystemTools): ServerAccount {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const problem = uid === 0 ? 'is root, which the database refuses' : 'has no name on this machine';
  if (uid === 0) {
    const owner = statSync(cluster, { throwIfNoEntry: false });
    const target = owner && owner.uid !== 0 ? owner : findServiceAccount();
    if (target && canBecome(target.uid)) return { uid: target.uid, gid: target.gid, become: 'switch' };
  } else if (hasName()) {
    return { uid, gid, become: 'ours' };
  }
  if (tools.unshare && canMakeNamespace(tools.unshare)) return { uid, gid, become: 'namespace' };
  throw new EmbeddedPostgresError(
    `The account that starts the server (number ${uid}) ${problem}, and no other can be used here. Start it as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function findServiceAccount(): PasswdEntry | undefined {
  const entries = readPasswd().filter((entry) => entry.uid !== 0);
  return entries.find((entry) => entry.name === 'postgres') ?? entries.find((entry) => entry.name === 'nobody');
}

function readPasswd(): PasswdEntry[] {
  return readLines('/etc/passwd').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** True when root here may become `uid`: the id exists in our user namespace and the right to switch was not taken away. */
function canBecome(uid: number): boolean {
  const isMapped = readLines('/proc/self/uid_map').some((line) => {
    const [first, , count] = line.trim().split(/\s+/).map(Number);
    return first !== undefined && count !== undefined && uid >= first && uid < first + count;
  });
  const effective = readLines('/proc/self/status').find((line) => line.startsWith('CapEff:'));
  const rights = BigInt(`0x${effective?.split(/\s+/)[1] ?? '0'}`);
  // CAP_CHOWN, CAP_SETGID and CAP_SETUID by their bit numbers.
  return isMapped && [0n, 6n, 7n].every((right) => (rights >> right) & 1n);
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
