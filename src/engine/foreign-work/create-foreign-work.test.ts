import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import type { ForeignJob } from '#support/foreign-jobs.ts';
import { openForeignWork } from '#support/open-foreign-work.ts';
import { type WorkCaller, WorkKilled } from './foreign-work.ts';

const module = new URL('../../../test/support/foreign-jobs.ts', import.meta.url);
const foreignWork = openForeignWork();
afterAll(() => foreignWork.close());

const limits = { withinMs: 2000, memoryMb: 300 };
const somebody: WorkCaller = { name: 'somebody', network: '10.0.0.0/24' };
const run = <A>(job: ForeignJob, { withinMs = 5000, signal }: { withinMs?: number; signal?: AbortSignal } = {}) =>
  foreignWork.run<A>(module, () => job, { by: somebody, limits: { ...limits, withinMs }, signal });
const answerOf = (answer: unknown) => run<{ answer: unknown; pid: number }>({ kind: 'answer', answer });
const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('[25.1] work is done in a process of its own, which is there for the next one as well', async () => {
  const first = await answerOf(Buffer.from('hello'));
  expect(Buffer.from(first.answer as Uint8Array).toString()).toBe('hello');
  expect(first.pid).not.toBe(process.pid);
  expect((await answerOf(2)).pid).toBe(first.pid);
  await expect(run({ kind: 'throw' })).rejects.toThrow('No such thing.');
  expect((await answerOf(3)).pid).toBe(first.pid);
});

test('[25.1] what does the work knows none of our secrets, and has one thread for pictures', async () => {
  const { names, threads } = await run<{ names: string[]; threads: string }>({ kind: 'environment' });
  const known = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_', 'NODE_CHANNEL_FD'];
  const more = ['NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE', 'VIPS_CONCURRENCY'];
  expect(names.filter((name) => ![...known, ...more].includes(name))).toEqual([]);
  expect(threads).toBe('1');
});

test.each(['spin', 'hoard', 'heap', 'end'] as const)(
  '[25.1] work that takes more than it may, or brings its process down, ends with it, and the next is done: %s',
  async (kind) => {
    const { pid } = await answerOf(1);
    await expect(run({ kind }, { withinMs: kind === 'spin' ? 300 : 5000 })).rejects.toThrow(WorkKilled);
    await vi.waitFor(() => expect(isThere(pid)).toBe(false));
    expect((await answerOf(2)).answer).toBe(2);
  },
);

test('[25.1] work that nobody waits for any more is ended, begun or not', async () => {
  const begun = new AbortController();
  const waits = new AbortController();
  const one = run({ kind: 'wait' }, { signal: begun.signal });
  const two = run({ kind: 'wait' }, { signal: waits.signal });
  waits.abort(new Error('left'));
  await expect(two).rejects.toThrow('left');
  begun.abort(new Error('gone'));
  await expect(one).rejects.toThrow('gone');
  expect((await answerOf(1)).answer).toBe(1);
});

test('[25.1] at most two processes work at once, and go behind what the server does', async () => {
  const own = openForeignWork();
  const ends = Array.from({ length: 6 }, (_, index) =>
    own.run(module, () => ({ kind: 'wait' }), { by: { name: `${index}`, network: `${index}` }, limits }),
  );
  const settled = Promise.allSettled(ends);
  await vi.waitFor(() => expect(own.pids()).toHaveLength(2));
  const pids = own.pids();
  expect(own.waiting()).toBe(4);
  own.stop();
  expect(own.waiting()).toBe(0);
  await expect(own.run(module, () => ({ kind: 'wait' }), { by: somebody, limits })).rejects.toThrow('at the moment');
  // The nineteenth word of the line is how nice a process is.
  const nicenessOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  expect(pids.map(nicenessOf)).toEqual([5, 5]);
  await own.close();
  expect((await settled).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  expect(pids.filter(isThere)).toEqual([]);
});

test('[25.1] a server that is killed leaves no process behind, though one is in the middle of something without an end', async () => {
  const holder = fileURLToPath(new URL('../../../test/support/hold-foreign-work.ts', import.meta.url));
  const server = spawn(process.execPath, [holder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(server.stdout, 'data');
  const pids: number[] = JSON.parse(String(told));
  expect(pids.filter(isThere)).toHaveLength(2);
  server.kill('SIGKILL');
  await expect.poll(() => pids.filter(isThere)).toEqual([]);
});

test('[25.1] without file descriptors for a process the work is refused for now, and nothing waits for it', async () => {
  const lacking = fileURLToPath(new URL('../../../test/support/lack-descriptors.ts', import.meta.url));
  const limited = ['-c', 'ulimit -n 100 && exec "$0" "$1"', process.execPath, lacking];
  const { stdout } = await promisify(execFile)('sh', limited, { timeout: 60_000 });
  expect(stdout.trim()).toBe('503 The server cannot make pictures and PDFs at the moment.');
});
