import { threadId } from 'node:worker_threads';

/** A job for trying out what becomes of foreign work: which of them `work` does. */
export type ForeignJob =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'throw' }
  | { kind: 'spin' }
  | { kind: 'hoard' }
  | { kind: 'heap' }
  | { kind: 'wait' }
  | { kind: 'end' }
  | { kind: 'environment' };

/** Foreign work of every bad kind. */
export function work(job: ForeignJob): unknown {
  switch (job.kind) {
    case 'throw':
      throw new RangeError('No such thing.');
    case 'spin':
      for (let turn = 0; ; turn = (turn + 1) | 0) if (turn < 0 && threadId < 0) return turn;
    case 'hoard': {
      const held: Buffer[] = [];
      return new Promise(() => setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, 1)), 1));
    }
    case 'heap': {
      const held: unknown[] = [];
      for (;;) held.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
    }
    case 'wait':
      return new Promise(() => setInterval(() => {}, 1000));
    case 'end':
      return process.kill(process.pid, 'SIGSEGV');
    case 'environment':
      return { names: Object.keys(process.env), threads: process.env.UV_THREADPOOL_SIZE };
    default:
      return { answer: job.answer, pid: process.pid };
  }
}
