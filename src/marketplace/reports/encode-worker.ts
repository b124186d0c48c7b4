import { parentPort, workerData } from 'node:worker_threads';
import type { EncodeQuestion } from './encode-in-worker.ts';
import { encodeTable } from './encode-table.ts';

const { format, table, page } = workerData as EncodeQuestion;

// A thread of its own: a file of many rows takes seconds to write, and everybody's calls go on meanwhile.
parentPort?.postMessage(await encodeTable(format, table, page));
