import { Outlet } from 'react-router';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';

/** Header, page and footer of everything that needs no session. */
export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="grow">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
