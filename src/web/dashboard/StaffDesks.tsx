import { Link } from 'react-router';
import * as texts from '#texts/admin.ts';
import { desksOf } from '../desk/desks.ts';
import { Section } from '../ui/Section.tsx';

/** The ways to the desks that somebody's role opens; nothing for everybody else. */
export function StaffDesks({ userRole }: { userRole: string }) {
  const desks = desksOf(userRole);
  if (desks.length === 0) return null;
  return (
    <Section title={texts.desks}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {desks.map(({ path, opens = path, label, about }) => (
          <li key={path}>
            <Link to={opens} className="card block h-full min-h-12 px-4 py-3 text-ink no-underline hover:border-green">
              <b className="block font-semibold">{label}</b>
              <span className="text-soft text-sm">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
