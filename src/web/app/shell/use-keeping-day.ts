import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InstructorDashboardAnswer, LearnerDashboardAnswer } from '#wire/dashboard.ts';
import { keepDay } from './keep-day.ts';

/** Keeps each dashboard that is read, with its next lessons, on this device. */
export function useKeepingDay(user: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const keep = (answer: InstructorDashboardAnswer | LearnerDashboardAnswer) => {
      // No harm where it fails: a day that was not kept is read when the network is back.
      if (navigator.onLine) keepDay(user, answer).catch(() => undefined);
    };
    const isDay = (key: readonly unknown[]) =>
      key[0] === 'dashboard' && ['learner', 'instructor'].includes(String(key[1])) && key[2] === user;
    for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: ['dashboard'] })) {
      if (isDay(queryKey) && state.data) keep(state.data as InstructorDashboardAnswer | LearnerDashboardAnswer);
    }
    return queries.getQueryCache().subscribe(({ type, query, ...event }) => {
      const isRead = type === 'updated' && 'action' in event && event.action.type === 'success';
      if (isRead && isDay(query.queryKey)) keep(query.state.data);
    });
  }, [user, queries]);
}
