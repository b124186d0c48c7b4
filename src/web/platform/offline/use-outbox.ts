import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import * as texts from '#texts/shell.ts';
import type { InstructorDashboardAnswer } from '#wire/dashboard.ts';
import { currentTime } from '../ground/clock.ts';
import type { Lesson } from '../records/lesson-record.ts';
import { loadBackend } from '../session/backend.ts';
import { messageFor } from '../session/message-for.ts';
import { readSession } from '../session/session.ts';
import { useToast } from '../ui/Toasts.tsx';
import {
  type OutboxCollection,
  type OutboxEntry,
  readOutbox,
  type Send,
  sendOrKeep,
  sendOutbox,
  writeOutbox,
} from './outbox.ts';

const listeners = new Set<() => void>();
const retryMs = 15_000;

/** Says that what waits on this device is another now. */
export function outboxChanged(): void {
  shown = undefined;
  for (const listener of listeners) listener();
}

// What the store answers must be the same as long as nothing changed.
let shown: { user: string; entries: OutboxEntry[] } | undefined;

function entriesOf(user: string): OutboxEntry[] {
  if (shown?.user !== user) shown = { user, entries: readOutbox(localStorage, user) };
  return shown.entries;
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const send: Send = async ({ collection, body }) => (await loadBackend()).collection(collection).create(body);

/** Creates what belongs to a lesson of the day; without a network it is kept and the page goes on as if it were sent. */
export async function createOrKeep(
  queries: QueryClient,
  collection: OutboxCollection,
  body: { lesson: string } & Record<string, unknown>,
): Promise<void> {
  const user = readSession()?.user.id ?? '';
  const isKept = await sendOrKeep({ collection, body }, { storage: localStorage, user, send });
  outboxChanged();
  if (isKept) goOn(queries, collection, body.lesson);
}

/** What waits and what was refused of the signed-in person's, and how to put a refused one away. */
export function useOutboxEntries(user: string) {
  const entries = useSyncExternalStore(follow, () => entriesOf(user));
  const putAway = (id: string) => {
    writeOutbox(
      localStorage,
      user,
      readOutbox(localStorage, user).filter(({ body }) => body.id !== id),
    );
    outboxChanged();
  };
  return { entries, putAway };
}

export const outboxNames: Record<OutboxCollection, string> = {
  arrivals: texts.yourImHere,
  lesson_starts: texts.yourStart,
  lesson_logs: texts.yourLog,
};

/** Sends what waits of somebody's; answers how many were taken. One tab does it at a time. */
export async function sendWaiting(user: string): Promise<number> {
  const reasonOf = (error: unknown) => messageFor(error, texts.notTaken) ?? texts.notTaken;
  const run = async () => {
    const taken = await sendOutbox({ storage: localStorage, user, send, reasonOf });
    outboxChanged();
    return taken;
  };
  // Only where the page came by a secure way are there locks; sending twice is harmless.
  return 'locks' in navigator ? navigator.locks.request('kerbside-outbox', run) : run();
}

/** Sends what waits: at once, when the network is back, and now and then while something waits. */
export function useSendingOutbox(user: string): void {
  const queries = useQueryClient();
  const toast = useToast();
  const { entries } = useOutboxEntries(user);
  const waits = entries.some(({ refused }) => refused === undefined);
  const flush = useCallback(async () => {
    if (user === '' || !navigator.onLine) return;
    const taken = await sendWaiting(user);
    if (taken === 0) return;
    toast({ text: texts.keptIsSent({ count: taken }) });
    await queries.invalidateQueries();
  }, [user, queries, toast]);
  useEffect(() => {
    if (!waits) return;
    const run = () => void flush();
    run();
    addEventListener('online', run);
    const timer = setInterval(run, retryMs);
    return () => {
      removeEventListener('online', run);
      clearInterval(timer);
    };
  }, [waits, flush]);
}

/** Shows what was kept as done: the lesson is on, or over, and the stamp is there. */
function goOn(queries: QueryClient, collection: OutboxCollection, id: string): void {
  if (collection === 'arrivals') {
    const isLearner = queries.getQueryData<Lesson>(['lesson', id])?.learner === readSession()?.user.id;
    const side = isLearner ? 'learner' : 'instructor';
    const stamp = { id: '', side, start: '', created: currentTime().toISOString() };
    queries.setQueryData(['lesson', id, 'arrivals'], (stamps: object[] = []) => [...stamps, stamp]);
    return;
  }
  const status = collection === 'lesson_starts' ? ('in_progress' as const) : ('completed' as const);
  queries.setQueryData<Lesson>(['lesson', id], (lesson) => lesson && { ...lesson, status });
  const user = readSession()?.user.id;
  queries.setQueryData<InstructorDashboardAnswer>(['dashboard', 'instructor', user], (answer) => {
    if (!answer) return answer;
    const moved = answer.today.lessons.map((lesson) => (lesson.id === id ? { ...lesson, status } : lesson));
    return { ...answer, today: { ...answer.today, lessons: moved } };
  });
}
