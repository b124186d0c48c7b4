import { Link } from 'react-router';
import * as texts from '#texts/booking.ts';
import type { Instructor } from '../lessons/instructor-record.ts';
import { formatMoney } from '../ui/format-money.ts';
import { Portrait } from '../ui/Portrait.tsx';

/** Who the lesson is with: face, name, class, car and price, with a way to the whole profile. */
export function InstructorLine({ instructor }: { instructor: Instructor }) {
  const facts = [
    texts.classLicenceClasses({ licenceClasses: instructor.licenceClasses.join(' · ') }),
    instructor.vehicleModel,
    instructor.vehiclePlate,
  ];
  return (
    <div className="flex items-center gap-4">
      <Portrait instructor={instructor} className="size-14 shrink-0 rounded-full bg-tint object-cover" />
      <div className="min-w-0">
        <p className="font-bold font-head text-lg leading-tight">
          <Link
            to={`/instructors/${instructor.id}`}
            className="inline-block py-0.5 text-ink no-underline hover:underline"
          >
            {instructor.name}
          </Link>
        </p>
        <p className="text-sm text-soft">{facts.filter(Boolean).join(' · ')}</p>
        <p className="figures text-sm">
          <b className="font-semibold">{formatMoney(instructor.hourlyCents)}</b>{' '}
          <span className="text-soft">{texts.anHourAllIn}</span>
        </p>
      </div>
    </div>
  );
}
