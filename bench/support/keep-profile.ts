import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
const lines = 25;

type Frame = { functionName: string; url: string; lineNumber: number };
/** As `--cpu-prof` writes it: one frame a node, and which node ran during each stretch of microseconds. */
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] };

/** What the process that listens on an inspector's port does while `work` runs. Start it with `--inspect=127.0.0.1:<port>`. */
export async function profileDuring(port: number, work: () => Promise<unknown>): Promise<Profile> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let asked = 0;
  const ask = (method: string, params = {}) => {
    const id = ++asked;
    const answered = new Promise<{ profile: Profile }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) resolve(answer.result);
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 200 });
  await ask('Profiler.start');
  await work();
  const { profile } = await ask('Profiler.stop');
  socket.close();
  return profile;
}

/** Keeps the functions that took most by themselves as a text in docs/profiles, with the share of each in what was not idle. */
export function keepProfile(name: string, said: string, { nodes, samples, timeDeltas }: Profile): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const own = new Map<string, number>();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const microseconds = timeDeltas[index] ?? 0;
    all += microseconds;
    own.set(placeOf(frame), (own.get(placeOf(frame)) ?? 0) + microseconds);
  }
  const top = [...own].sort(([, a], [, b]) => b - a).slice(0, lines);
  const written = top.map(
    ([place, microseconds]) => `${((100 * microseconds) / all).toFixed(1).padStart(5)} %  ${place}`,
  );
  const folder = join(root, 'docs', 'profiles');
  mkdirSync(folder, { recursive: true });
  const head = `${said}\nNode ${process.version}, ${(all / 1e6).toFixed(1)} s that were not idle; what each function took by itself.\n`;
  writeFileSync(join(folder, `${name}.txt`), `${head}\n${written.join('\n')}\n`);
}

function placeOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  if (url === '') return name;
  return `${name}  ${url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url}:${lineNumber + 1}`;
}
