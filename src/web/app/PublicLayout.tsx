import { Outlet } from 'react-router';
import * as page from '#texts/language.ts';
import { setLocale } from '#texts/locale.ts';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';

/** Header, page and footer of everything that needs no session. It is the same for everybody, whatever language they prefer. */
export function PublicLayout() {
  setLocale(page.locale);
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
