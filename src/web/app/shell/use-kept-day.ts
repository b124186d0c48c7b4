import { useEffect, useState } from 'react';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { showKeptDay } from './keep-day.ts';
import { queryClient } from './query-client.ts';

/**
 * Without a network pages show the day that was kept on this device: a page that begins so, one that loses the network while it is open, and one to
 * which nothing answers although the device believes it has a network.
 */
export function useKeptDay(user: string | undefined): void {
  useState(() => {
    const isKept = document.documentElement.dataset.kept !== undefined || !navigator.onLine;
    if (user && isKept) showKeptDay(queryClient, user);
  });
  useEffect(() => {
    if (!user) return;
    const show = () => showKeptDay(queryClient, user);
    addEventListener('offline', show);
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (event.query.state.data === undefined && !refusalIn(event.action.error)) show();
    });
    return () => {
      removeEventListener('offline', show);
      unsubscribe();
    };
  }, [user]);
}
