import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import * as texts from '#texts/booking.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { HourlyPrice } from '../../platform/ui/HourlyPrice.tsx';
import { Portrait } from '../../platform/ui/Portrait.tsx';

type InstructorLineProps = {
  instructor: Instructor;
  /** What stands for the price of an hour once a time is chosen: that time's own. */
  price?: ReactNode;
};

/** Who the lesson is with: face, name, class, car and price, with a way to the whole profile. */
export function InstructorLine({ instructor, price }: InstructorLineProps) {
  const facts = [
    texts.classLicenceClasses({ licenceClasses: instructor.licenceClasses.join(' · ') }),
    instructor.vehicleModel,
    instructor.vehiclePlate,
  ];
  return (
    <div className="flex items-center gap-4">
      <Portrait instructor={instructor} className="size-14 shrink-0 rounded-full bg-tint object-cover" />
      <div className="min-w-0">
        <p className="font-bold font-head text-title leading-tight">
          <Link
            to={`/instructors/${instructor.id}`}
            className="inline-block py-0.5 text-ink no-underline hover:underline"
          >
            {instructor.name}
          </Link>
        </p>
        <p className="text-note text-soft">{facts.filter(Boolean).join(' · ')}</p>
        {price ?? <HourlyPrice {...hourlyRange(instructor)} className="text-body" />}
      </div>
    </div>
  );
}
