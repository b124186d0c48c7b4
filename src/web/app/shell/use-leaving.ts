import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetWork } from '../../platform/offline/forget-work.ts';
import { leaveOrAsk } from '../../platform/offline/leaving.ts';
import { signOut } from '../../platform/session/backend.ts';

/** Logs out: the session and what was read with it are gone, and the start page opens. What waits to be sent is not lost without a word. */
export function useLeaving(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () =>
    leaveOrAsk(() => {
      forgetWork();
      void signOut().then(() => {
        queries.clear();
        return navigate('/', { replace: true });
      });
    });
}
