import { Link } from 'react-router';
import { areaOfPostalCode } from '#rules/places/nearest-area.ts';
import * as texts from '#texts/booking.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { formatList } from '../../platform/ui/format-list.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { searchText } from '../search/search-query.ts';
import { townOf } from './postal-code.ts';

type OutsideAreasProps = { instructor: Instructor; postalCode: string; start: string };

/** Before anything is held: the pick-up is outside the instructor's areas, who can say no, and others teach there that day. Nothing within them. */
export function OutsideAreas({ instructor, postalCode, start }: OutsideAreasProps) {
  const { areas, name, licenceClasses, timezone } = instructor;
  const area = areaOfPostalCode(postalCode)?.name;
  // A code stands for some streets, which may lie on both sides of a border.
  const isWithin = [area, townOf(postalCode)].some((place) => place !== undefined && areas.includes(place));
  if (area === undefined || areas.length === 0 || isWithin) return null;
  const day = localDateOf(start, timezone || undefined);
  const [licenceClass = ''] = licenceClasses;
  return (
    <Notice kind="attention">
      <p>
        {inline(
          texts.outsideAreas({
            instructorName: name,
            areas: formatList(areas),
            area,
            others: (text) => (
              <Link to={`/instructors${searchText({ area, licenceClass, from: day, to: day })}`}>{text}</Link>
            ),
          }),
        )}
      </p>
    </Notice>
  );
}
