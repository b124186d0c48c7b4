import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../ground/use-config.ts';
import { isPlainClick } from '../ui/is-plain-click.ts';
import { readSession } from './session.ts';
import { rememberWantedPath } from './wanted-path.ts';

type WantedLinkProps = {
  path: string;
  instructorName?: string;
  /** Where a guest goes first: to sign in, by a code where one field is to be enough and codes are on, or to create an account. */
  first?: '/login' | '/login-otp' | '/register';
  className: string;
  children: ReactNode;
};

/**
 * A link into the signed-in area, mostly about an instructor. A guest signs in first; what is wanted is remembered on the way, is said there, and is done
 * then. `data-hold` and `data-first` let the page do the same before the application has loaded.
 */
export function WantedLink({ path, instructorName, first: wanted = '/login', className, children }: WantedLinkProps) {
  const navigate = useNavigate();
  const { auth } = useConfig();
  const first = wanted === '/login-otp' && !auth.enableOTPLogin ? '/login' : wanted;
  return (
    <a
      href={path}
      data-hold={instructorName ?? ''}
      data-first={first}
      className={className}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        if (readSession()) return void navigate(path);
        rememberWantedPath(path, instructorName);
        void navigate(first);
      }}
    >
      {children}
    </a>
  );
}
