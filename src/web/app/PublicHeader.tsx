import { Link, useLocation } from 'react-router';
import * as texts from '#texts/app.ts';
import { useConfig } from '../platform/ground/use-config.ts';
import { useSession } from '../platform/session/use-session.ts';

const anchors = [
  { id: 'services', label: texts.services },
  { id: 'about', label: texts.about },
  { id: 'testimonials', label: texts.testimonials },
];

/** The public pages' header. On a phone the start page's anchors take a line of their own, so that nothing hides in a menu. */
export function PublicHeader() {
  const { pathname } = useLocation();
  const base = pathname === '/' ? '' : '/';
  // Above results with a map beside them it is as wide as they are.
  const isWide = pathname === '/instructors';
  const { dashboard } = useConfig();
  const isSignedIn = useSession() !== null;
  return (
    <header className="bg-paper print:hidden">
      <div className="kerb" aria-hidden />
      <div className={`${isWide ? 'wide-wrap' : 'wrap'} flex flex-wrap items-center gap-x-4 md:flex-nowrap md:gap-x-7`}>
        <Link to="/" className="mr-auto flex h-16 items-center font-head text-title font-bold text-ink no-underline">
          {texts.kerbside}
        </Link>
        <nav aria-label={texts.site} className="contents">
          {anchors.map(({ id, label }) => (
            <a
              key={id}
              href={`${base}#${id}`}
              className={`order-1 h-11 items-center text-ink no-underline hover:underline max-md:text-note max-md:text-soft md:order-none md:flex ${base ? 'hidden' : 'flex'}`}
            >
              {label}
            </a>
          ))}
          {isSignedIn ? (
            <Link to={dashboard.defaultRoute} className="btn btn-primary">
              {texts.dashboard}
            </Link>
          ) : (
            <>
              <Link to="/login" className="flex h-11 items-center text-ink no-underline hover:underline">
                {texts.signIn}
              </Link>
              <Link to="/register" className="btn btn-primary">
                {texts.getStarted}
              </Link>
            </>
          )}
          <span className="w-full md:hidden" aria-hidden />
        </nav>
      </div>
    </header>
  );
}
