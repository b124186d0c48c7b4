import { readFileSync } from 'node:fs';

const everyMs = 1000;

/**
 * Under npm: tells this process to end when npm is gone. npm dies of a signal without passing it on where a shell stands between, and would leave
 * the server and its database on their port and folder. Started in any other way the process lives on by itself, as whoever started it may want.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = isShell(parent) ? parent : undefined;
  const npm = shell === undefined ? parent : parentOf(shell);
  if (npm === undefined || npm <= 1) return;
  const timer = setInterval(() => {
    const isThere = process.ppid === parent && (shell === undefined || parentOf(shell) === npm);
    if (isThere) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}

/** npm runs its scripts by `sh -c`; some shells step aside for the program, some wait for it. */
function isShell(pid) {
  const [program = '', option] = read(pid, 'cmdline')?.split('\0') ?? [];
  return /(?:^|\/)(?:sh|dash|bash|ash|zsh)$/.test(program) && option === '-c';
}

function parentOf(pid) {
  // The name, in parentheses, may hold anything.
  const facts = read(pid, 'stat');
  return facts === undefined ? undefined : Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[1]);
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
