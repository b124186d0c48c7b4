import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { categoryOf, isWanted } from '#rules/notifications/preferences.ts';
import * as texts from '#texts/shell.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';
import type { Message } from '../../talk/messages/conversation-record.ts';
import { conversationsKey } from '../../talk/messages/unread-messages.ts';
import { messagesKey } from '../../talk/messages/use-thread.ts';
import type { Notification } from '../../talk/notifications/notification-record.ts';
import { playChime } from '../../talk/notifications/play-chime.ts';
import { notificationsKey } from '../../talk/notifications/unread-count.ts';
import { readPreferences } from '../../talk/notifications/use-preferences.ts';
import { supportKey } from '../../talk/support/support-key.ts';

/** What a changed lesson makes stale: the dashboards, the lesson itself, lists of lessons and free times. */
const lessonKeys = ['dashboard', 'lesson', 'lessons', 'payments', 'slots'] as const;

/**
 * Follows the signed-in user's own lessons, messages and notifications (the server sends nobody else's) for as long as the dashboard is
 * open: what is on screen is read again, and a new notification is said in a toast.
 */
export function useLiveRecords(userId: string | undefined): void {
  const queries = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(() => {
    if (!userId) return;
    const announce = (notification: Notification) => {
      const { title, link } = notification;
      // What it is about is on screen already.
      if (isOnScreen(link) && document.visibilityState === 'visible') return;
      const open = link.startsWith('/') ? { undo: () => void navigate(link), undoLabel: texts.open } : {};
      toast({ text: title, isNews: true, ...open });
      void chimeFor(queries, notification);
    };
    return follow(queries, announce);
  }, [userId, queries, toast, navigate]);
}

/** Whether the page that a notification leads to is open, or the booking of its lesson, which says itself how it goes on. */
function isOnScreen(link: string): boolean {
  const record = /[a-z0-9]{15}$/.exec(link)?.[0];
  return link === location.pathname || (record !== undefined && location.search.includes(record));
}

/** How long to wait after a live stream that could not be opened, in milliseconds. */
const retryMs = 15_000;

function follow(queries: QueryClient, announce: (notification: Notification) => void): () => void {
  const stops: (() => unknown)[] = [];
  let isOver = false;
  const keep = (stop: () => unknown) => (isOver ? stop() : stops.push(stop));
  const start = async () => {
    const backend = await loadBackend();
    let isOpen = false;
    const subscriptions = await Promise.all([
      backend.collection('lessons').subscribe('*', () => refreshLessons(queries)),
      // Proposals and stamps of a lesson leave the lesson as it is.
      backend.collection('reschedules').subscribe('*', () => refreshLessons(queries)),
      backend.collection('arrivals').subscribe('*', () => refreshLessons(queries)),
      backend.collection('waitlist_offers').subscribe('*', () => {
        void queries.invalidateQueries({ queryKey: ['waitlist'] });
      }),
      backend.collection('package_purchases').subscribe('*', () => {
        for (const key of ['packages', 'balance']) void queries.invalidateQueries({ queryKey: [key] });
      }),
      backend.collection('messages').subscribe<Message>('*', ({ record }) => {
        void queries.invalidateQueries({ queryKey: messagesKey(record.conversation) });
      }),
      backend.collection('conversations').subscribe('*', () => {
        void queries.invalidateQueries({ queryKey: conversationsKey });
      }),
      backend.collection('support_requests').subscribe('*', () => {
        void queries.invalidateQueries({ queryKey: supportKey });
      }),
      backend.collection('notifications').subscribe<Notification>('*', ({ action, record }) => {
        void queries.invalidateQueries({ queryKey: notificationsKey });
        if (action === 'create') announce(record);
      }),
      // After a break the stream says nothing of what happened meanwhile.
      backend.realtime.subscribe('PB_CONNECT', () => isOpen && refreshNews(queries)),
    ]);
    for (const stop of subscriptions) keep(stop);
    isOpen = true;
    // Nor of what happened between the page's first reads and its opening.
    refreshNews(queries);
  };
  // Once connected, the client reconnects by itself. Until then the pages still read everything anew when they are opened and
  // when the window gets the focus, so a failed start is only tried again.
  let retry: ReturnType<typeof setTimeout> | undefined;
  const tryToStart = () => {
    start().catch(() => {
      if (!isOver) retry = setTimeout(tryToStart, retryMs);
    });
  };
  tryToStart();
  return () => {
    isOver = true;
    clearTimeout(retry);
    for (const stop of stops) void stop();
  };
}

async function chimeFor(queries: QueryClient, { type }: Notification): Promise<void> {
  // Without an answer nobody is known to want a sound.
  const preferences = await readPreferences(queries).catch(() => undefined);
  if (preferences && isWanted(preferences, 'sound', categoryOf(type))) playChime();
}

function refreshNews(queries: QueryClient): void {
  for (const queryKey of [notificationsKey, conversationsKey, messagesKey(), supportKey]) {
    void queries.invalidateQueries({ queryKey });
  }
}

function refreshLessons(queries: QueryClient): void {
  for (const key of lessonKeys) void queries.invalidateQueries({ queryKey: [key] });
}
