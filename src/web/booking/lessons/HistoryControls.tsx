import * as texts from '#texts/lessons.ts';
import { DayField } from '../../platform/lists/DayField.tsx';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { type HistoryQuery, isFiltered, periodChoices, sortChoices, statusChoices } from './history-query.ts';

type HistoryControlsProps = {
  query: HistoryQuery;
  /** How many were found, once it is known. */
  totalItems: number | undefined;
  side: 'learner' | 'instructor';
  /** Takes what changed. `isTyping`: the change is one of many that together are one step back. */
  onChange: (change: Partial<HistoryQuery>, isTyping?: boolean) => void;
};

/** Search, filters and order of a history of more than three lessons. Each change applies at once; Enter in the search does not wait for the pause. */
export function HistoryControls({ query, totalItems = 0, side, onChange }: HistoryControlsProps) {
  const party = side === 'learner' ? texts.instructor : texts.learner;
  return (
    <ListSearch
      name={texts.lessons}
      isWorth={isFiltered(query) || query.period !== '' || query.page > 1 || totalItems > 3}
      className={classNames(
        'mb-6 grid grid-cols-3 gap-4 print:hidden max-sm:[&_button]:gap-0 max-sm:[&_button]:px-2 [@media(width<18em)]:grid-cols-2',
        // Instructors keep their size of text.
        side === 'learner' && 'max-sm:[&_button]:text-note',
      )}
    >
      <div className="col-span-full">
        <SearchField
          label={texts.searchByPartyOrPick({ party: party.toLowerCase() })}
          placeholder={texts.partyPlaceOrPostalCode({ party })}
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.status}
        allLabel={texts.everyStatus}
        options={statusChoices}
        value={query.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterField
        label={texts.period}
        allLabel={texts.anyTime}
        options={periodChoices}
        value={query.period}
        onChange={(period) => onChange({ period, from: '', to: '' })}
      />
      <SelectField
        label={texts.sortBy}
        options={sortChoices}
        value={query.sort}
        onChange={(sort) => onChange({ sort })}
      />
      {query.period === 'dates' && <Days query={query} onChange={onChange} />}
    </ListSearch>
  );
}

function Days({ query: { from, to }, onChange }: Pick<HistoryControlsProps, 'query' | 'onChange'>) {
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <fieldset className="col-span-full grid items-start gap-4 sm:grid-cols-3">
      <legend className="unseen">{texts.betweenTwoDays}</legend>
      <DayField label={texts.firstDay} value={from} onDay={(day) => onChange({ from: day }, true)} />
      <DayField
        label={texts.lastDay}
        value={to}
        error={isTurned ? texts.thisIsBeforeTheFirst : undefined}
        onDay={(day) => onChange({ to: day }, true)}
      />
    </fieldset>
  );
}
