import { createTurns, type Turns } from '../create-turns.ts';

/**
 * Turns for transactions, which leave three of ten connections to single statements: five hundred writes at once hold their connections for many statements
 * each, and who reads, signs in or asks whether the server is ready would wait for all of them. A turn is waited for as long as a connection is, then it throws
 * what the pool throws; without `waitMs` as long as it takes.
 */
export function createTransactionTurns(connections: number, waitMs: number | undefined): Turns {
  const turns = createTurns(connections - Math.floor((connections * 3) / 10));
  if (waitMs === undefined) return turns;
  return (work) =>
    new Promise((resolve, reject) => {
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        reject(new Error('timeout exceeded when trying to connect'));
      }, waitMs);
      const begin = async () => {
        clearTimeout(timer);
        if (!isOver) resolve(await work());
      };
      turns(begin).catch(reject);
    });
}
