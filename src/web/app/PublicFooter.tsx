import { Link } from 'react-router';

const links = [
  { to: '/instructors', label: 'Search instructors' },
  { to: '/register', label: 'Teach on Kerbside' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
];

/** The public pages' footer: what Kerbside is and is not, and when somebody answers. */
export function PublicFooter() {
  return (
    <footer className="mt-16 print:hidden">
      <div className="kerb" aria-hidden />
      <div className="wrap grid gap-5 py-5 text-sm text-soft md:grid-cols-[1fr_auto]">
        <div className="max-w-[46ch]">
          <p className="font-head text-lg font-bold text-ink">Kerbside</p>
          <p className="mt-1">
            A marketplace for licensed private driving instructors in Singapore. Your lesson is a contract between you
            and the instructor you choose.
          </p>
          <p className="mt-2">Support Monday to Friday, 9 AM to 6 PM SGT.</p>
        </div>
        <nav aria-label="More" className="grid grid-cols-2 gap-x-10 md:grid-cols-1">
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
