import type { SpawnOptions } from 'node:child_process';
import type { ServerAccount } from './server-account.ts';
import { namespaceArguments, type SystemTools } from './system-tools.ts';

export type AccountCommand = { program: string; args: string[]; options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> };

/** How to run `program` as `account`, so that it gets SIGINT when our process dies (where the machine has setpriv). */
export function accountCommand(
  account: ServerAccount,
  tools: SystemTools,
  program: string,
  args: readonly string[],
): AccountCommand {
  const inner = [program, ...args];
  const switching =
    account.become === 'switch' ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  const guarded = tools.setpriv ? [tools.setpriv, '--pdeathsig', 'INT', ...switching, '--', ...inner] : inner;
  const whole =
    account.become === 'namespace' && tools.unshare ? [tools.unshare, ...namespaceArguments, ...guarded] : guarded;
  const [first = program, ...rest] = whole;
  const options: AccountCommand['options'] = { env: serverEnvironment };
  if (account.become === 'switch' && !tools.setpriv) Object.assign(options, { uid: account.uid, gid: account.gid });
  return { program: first, args: rest, options };
}

// Nothing of ours reaches the database: PGDATA, PGOPTIONS, LD_LIBRARY_PATH and the like would change what it does.
const serverEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // What one question needed goes back to the machine after it: left to itself, the C library keeps more the more was once needed.
  MALLOC_TRIM_THRESHOLD_: '262144',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
