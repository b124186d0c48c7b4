import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#texts/saved.ts';
import { FoundRows } from '../../platform/lists/FoundRows.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { savedColumns } from './saved-columns.tsx';
import { saveInstructor } from './saved-instructors.ts';
import { type SavedRow, savedList, useSavedList } from './use-saved-list.ts';

const sorts = [
  { value: '-created', label: texts.savedLast },
  { value: 'created', label: texts.savedFirst },
  { value: 'instructor.name', label: texts.nameAToZ },
  { value: '-instructor.name', label: texts.nameZToA },
  { value: 'instructor.hourlyCents', label: texts.lowestPrice },
  { value: '-instructor.hourlyCents', label: texts.highestPrice },
] as const;

/** The instructors one saved, each one tap from the free times. `?save=` finishes what a guest began before signing in. */
export function SavedPage() {
  const isSaving = useSavingWanted();
  const list = useListQuery(savedList);
  const { query, change } = list;
  const read = useSavedList(query, !isSaving);
  const { data, isPlaceholderData, refetch } = read;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="saved">
      <h2 id="saved" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.yourSavedInstructors}
      </h2>
      <ListSearch
        name={texts.savedInstructors}
        isWorth={isWorthSearching(data, query)}
        className="mb-5 grid gap-4 sm:grid-cols-[1fr_14rem] print:hidden"
      >
        <SearchField
          label={texts.searchByName}
          placeholder={texts.instructorsName}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </ListSearch>
      <WhenRead
        read={read}
        what={texts.theSavedInstructors}
        notLoaded={texts.couldNotBeLoaded}
        detail={texts.asTheyWere}
        skeleton="h-64 w-full"
      >
        {data && (
          <FoundRows<SavedRow>
            answer={data}
            list={list}
            countOf={(count) => texts.countOf({ count })}
            noMatch={texts.noneMatches}
            caption={texts.yourSavedInstructors}
            columns={savedColumns(() => void refetch())}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState
                title={texts.nobodySavedYet}
                action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
              >
                <p>{texts.tapTheHeart}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

/** Saves the instructor that the address asks for, once, and takes the wish out of the address. */
function useSavingWanted(): boolean {
  const user = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const wanted = /^[a-z0-9]{15}$/.exec(params.get('save') ?? '')?.[0];
  const [isSaving, setIsSaving] = useState(wanted !== undefined);
  const id = user?.id ?? '';
  useEffect(() => {
    if (wanted === undefined || id === '') return;
    saveInstructor(id, wanted)
      .then(() => toast({ text: texts.saved }))
      .catch(() => toast({ text: texts.couldNotBeSaved, isFailure: true }))
      .finally(() => {
        setParams({}, { replace: true });
        setIsSaving(false);
        void queries.invalidateQueries({ queryKey: ['dashboard'] });
      });
  }, [wanted, id, toast, setParams, queries]);
  return isSaving;
}
