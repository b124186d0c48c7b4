import { Link } from 'react-router';
import * as texts from '#texts/app.ts';

const links = [
  { to: '/instructors', label: texts.searchInstructors },
  { to: '/help', label: texts.help },
  { to: '/teach', label: texts.teachOnKerbside },
  { to: '/terms', label: texts.terms },
  { to: '/privacy', label: texts.privacy },
];

/** The public pages' footer: what Kerbside is and is not, and when somebody answers. */
export function PublicFooter() {
  return (
    <footer className="mt-16 print:hidden">
      <div className="kerb" aria-hidden />
      <div className="wrap grid gap-5 py-5 text-note text-soft md:grid-cols-[1fr_auto]">
        <div className="max-w-[46ch]">
          <p className="font-head text-title font-bold text-ink">{texts.kerbside}</p>
          <p className="mt-1">{texts.aMarketplaceForLicensedPrivate}</p>
          <p className="mt-2">{texts.supportHours}</p>
        </div>
        <nav aria-label={texts.more} className="grid grid-cols-2 gap-x-10 md:grid-cols-1">
          {links.map(({ to, label }) => (
            <Link key={to} to={to} className="flex h-11 items-center text-ink md:h-8">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
