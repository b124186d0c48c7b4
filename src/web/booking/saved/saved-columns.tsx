import { Link } from 'react-router';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/saved.ts';
import type { Column } from '../../platform/lists/DataTable.tsx';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { SaveButton } from './SaveButton.tsx';
import type { SavedRow } from './use-saved-list.ts';

/** "From" the lowest price where evenings or weekends cost more. */
function priceWithSurcharge(instructor: Instructor): string {
  const { fromCents, toCents } = hourlyRange(instructor);
  return texts.fromPrice({ isFrom: String(toCents > fromCents), price: formatMoney(fromCents) });
}

/** The columns of the saved instructors; `onChanged` runs when one was taken off the list. */
export function savedColumns(onChanged: () => void): Column<SavedRow>[] {
  return [
    {
      name: texts.instructor,
      sorts: ['instructor.name', '-instructor.name'],
      cell: ({ instructor, expand }) => (
        <span className="flex items-center gap-3">
          <Portrait
            instructor={expand?.instructor ?? { id: instructor, name: '' }}
            className="size-11 shrink-0 rounded-full bg-tint object-cover"
          />
          {expand?.instructor ? (
            <Link to={`/instructors/${instructor}`} className="inline-flex min-h-11 items-center font-semibold">
              {expand.instructor.name}
            </Link>
          ) : (
            <span className="text-soft">{texts.notListed}</span>
          )}
        </span>
      ),
    },
    { name: texts.licenceClass, cell: ({ expand }) => expand?.instructor?.licenceClasses.join(' · ') ?? '' },
    {
      name: texts.priceAnHour,
      isNumber: true,
      sorts: ['instructor.hourlyCents', '-instructor.hourlyCents'],
      cell: ({ expand }) => (expand?.instructor ? priceWithSurcharge(expand.instructor) : ''),
    },
    {
      name: texts.savedOn,
      sorts: ['created', '-created'],
      isDescendingFirst: true,
      cell: ({ created }) => formatDate(created),
    },
    {
      name: texts.actions,
      isNameHidden: true,
      cell: ({ instructor, expand }) => (
        <span className="flex flex-wrap items-center gap-2">
          {expand?.instructor?.status === 'listed' && (
            <Link to={bookingPath({ instructor })} className="btn btn-secondary">
              <span>
                {inline(
                  texts.seeFreeTimesOf({
                    name: expand.instructor.name,
                    span: (part) => <span className="unseen">{part}</span>,
                  }),
                )}
              </span>
            </Link>
          )}
          <SaveButton
            instructor={{ id: instructor, name: expand?.instructor?.name ?? texts.anInstructor }}
            onChanged={onChanged}
          />
        </span>
      ),
    },
  ];
}
