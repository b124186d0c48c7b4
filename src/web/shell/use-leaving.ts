import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetWork } from '../offline/forget-work.ts';
import { signOut } from '../session/backend.ts';

/** Logs out: the session and what was read with it are gone, and the start page opens. */
export function useLeaving(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    forgetWork();
    void signOut().then(() => {
      queries.clear();
      return navigate('/', { replace: true });
    });
  };
}
