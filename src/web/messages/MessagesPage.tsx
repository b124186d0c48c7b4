import { useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import * as texts from '#texts/messages.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { useSession } from '../session/use-session.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { ConversationList } from './ConversationList.tsx';
import {
  type ConversationQuery,
  conversationPageSize,
  conversationSorts,
  conversationText,
  isFiltered,
  readConversationQuery,
  showChoices,
} from './conversation-query.ts';
import { type ConversationPage, useConversations } from './use-conversations.ts';

/** All conversations of the signed-in user: searched, filtered, ordered and paged as the address says. */
export function MessagesPage() {
  const user = useSession();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const me = user?.id ?? '';
  const query = readConversationQuery(params);
  const { data, isError, isPlaceholderData, refetch } = useConversations(query, me);
  const toHeading = () => heading.current?.focus();
  const change = (changed: Partial<ConversationQuery>, isTyping = false) =>
    void navigate(
      { search: conversationText({ ...query, page: 1, ...changed }) },
      { replace: isTyping, preventScrollReset: true },
    );
  if (data?.hasAny === false) return <NoMessagesYet />;
  if (data && !isPlaceholderData && data.totalItems > 0 && data.items.length === 0) {
    return <Navigate to={{ search: conversationText({ ...query, page: data.totalPages }) }} replace />;
  }
  return (
    <section aria-labelledby="conversations" className="mx-auto max-w-[48rem]">
      <h2 id="conversations" ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none">
        {texts.yourConversations}
      </h2>
      <Controls query={query} onChange={change} />
      <p role="status" className="figures mb-3 min-h-6 text-soft">
        {data && (isPlaceholderData ? texts.looking : countOf(data, query))}
      </p>
      {isError && <ErrorState title={texts.yourMessagesCouldNotBe} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what={texts.yourMessages}>
          <Skeleton className="h-80 w-full" />
        </AfterDelay>
      )}
      {data?.totalItems === 0 && (
        <NothingMatches
          onClear={() => {
            change({ q: '', show: '' });
            toHeading();
          }}
        />
      )}
      {data && data.totalItems > 0 && (
        <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'opacity-60')}>
          <ConversationList conversations={data.items} me={me} />
          <Pagination
            page={query.page}
            totalPages={data.totalPages}
            searchOf={(page) => conversationText({ ...query, page })}
            onTurn={toHeading}
          />
        </div>
      )}
    </section>
  );
}

/** Radix's list has no empty value; this one stands for "no choice" and is never in the address. */
const all = 'all';

type ControlsProps = {
  query: ConversationQuery;
  onChange: (change: Partial<ConversationQuery>, isTyping?: boolean) => void;
};

function Controls({ query, onChange }: ControlsProps) {
  return (
    <search aria-label={texts.conversations} className="mb-4 grid grid-cols-2 gap-4">
      <div className="col-span-full">
        <SearchField
          label={texts.searchByNameOrLast}
          placeholder={texts.aNameOrAWord}
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <SelectField
        label={texts.show}
        options={[{ value: all, label: texts.all }, ...showChoices]}
        value={query.show || all}
        onChange={(show) => onChange({ show: show === all ? '' : show })}
      />
      <SelectField
        label={texts.sortBy}
        options={conversationSorts}
        value={query.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}

function countOf({ totalItems, items }: ConversationPage, query: ConversationQuery): string {
  if (totalItems === 0) return texts.noConversationFound;
  const found = isFiltered(query) ? 'yes' : 'no';
  if (totalItems <= conversationPageSize) {
    return texts.countOf({ count: totalItems, found });
  }
  const first = (query.page - 1) * conversationPageSize + 1;
  return texts.rangeOf({ first, last: first + items.length - 1, totalItems, found });
}

function NoMessagesYet() {
  return (
    <EmptyState
      title={texts.noMessagesYet}
      action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
    >
      <p>{texts.writeToAnInstructorFrom}</p>
    </EmptyState>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noConversationMatches}
      action={
        <Button variant="secondary" onClick={onClear}>
          {texts.clearSearchAndFilters}
        </Button>
      }
    >
      <p>{texts.tryAShorterSearchOr}</p>
    </EmptyState>
  );
}
