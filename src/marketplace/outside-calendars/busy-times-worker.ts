import { parentPort, workerData } from 'node:worker_threads';
import { type BusyQuestion, parseBusyTimes } from './parse-busy-times.ts';

// A thread of its own: whoever writes the calendar decides how long it takes to read, and the others' calls go on meanwhile.
parentPort?.postMessage(parseBusyTimes(workerData as BusyQuestion));
