import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import * as texts from '#texts/app.ts';
import { isMissingChunk, mayReload } from '../platform/ground/missing-chunk.ts';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';

/** Shown instead of a page that does not exist or could not be read. Always offers a way on. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const isMissing = status === 404;
  const isRefused = status >= 400 && status < 500;
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="wrap w-full grow py-12">
        {isMissing ? <NotFound /> : isRefused ? <Refused /> : <Failed />}
      </main>
      <PublicFooter />
    </div>
  );
}

function NotFound() {
  const { pathname } = useLocation();
  const isInstructor = pathname.startsWith('/instructors/');
  return (
    <div className="max-w-[36rem]">
      <RoadEnd />
      <h1 className="mt-8 text-heading">{isInstructor ? texts.thisInstructorIsNotListed : texts.theRoadEndsHere}</h1>
      <p className="mt-3 text-title text-soft">{isInstructor ? texts.thePageMayHaveMoved : texts.noPageHere}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to="/instructors" className="btn btn-primary">
          {texts.searchInstructors}
        </Link>
        <Link to="/" className="btn btn-secondary">
          {texts.goToTheStartPage}
        </Link>
      </p>
    </div>
  );
}

function Refused() {
  return (
    <div className="max-w-[36rem]">
      <h1 className="text-heading">{texts.thisAddressAsksForSomething}</h1>
      <p className="mt-3 text-title text-soft">{texts.addressNotUnderstood}</p>
      <p className="mt-6">
        <Link to="/instructors" className="btn btn-primary">
          {texts.searchInstructors}
        </Link>
      </p>
    </div>
  );
}

function Failed() {
  const { pathname, search } = useLocation();
  const error = useRouteError();
  // A page that was opened before an update finds its next part gone: opened anew it has all of the new one.
  const isOutdated = isMissingChunk(error);
  useEffect(() => {
    if (isOutdated && mayReload(sessionStorage, Date.now())) location.assign(pathname + search);
  }, [isOutdated, pathname, search]);
  return (
    <div role="alert" className="max-w-[36rem]">
      <h1 className="text-heading">{texts.thisPageNotLoaded}</h1>
      <p className="mt-3 text-title text-soft">{texts.theConnectionOrOurServer}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a href={pathname + search} className="btn btn-primary">
          {texts.tryAgain}
        </a>
        <Link to="/" className="btn btn-secondary">
          {texts.goToTheStartPage}
        </Link>
      </p>
    </div>
  );
}

/** A road whose lane line stops at a kerb. */
function RoadEnd() {
  return (
    <svg viewBox="0 0 320 72" aria-hidden="true" className="w-full max-w-80">
      <rect y="20" width="264" height="32" rx="4" className="fill-asphalt" />
      <path d="M8 36h232" stroke="#fff" strokeWidth="3" strokeDasharray="18 14" />
      <path d="M270 8v56" stroke="var(--color-kerb-light)" strokeWidth="10" />
      <path d="M270 8v56" stroke="var(--color-kerb-dark)" strokeWidth="10" strokeDasharray="8 8" />
    </svg>
  );
}
