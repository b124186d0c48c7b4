import { useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
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
        Your conversations
      </h2>
      <Controls query={query} onChange={change} />
      <p role="status" className="figures mb-3 min-h-6 text-soft">
        {data && (isPlaceholderData ? 'Looking …' : countOf(data, query))}
      </p>
      {isError && <ErrorState title="Your messages could not be loaded" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what="your messages">
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
    <search aria-label="Conversations" className="mb-4 grid grid-cols-2 gap-4">
      <div className="col-span-full">
        <SearchField
          label="Search by name or last message"
          placeholder="A name or a word"
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <SelectField
        label="Show"
        options={[{ value: all, label: 'All' }, ...showChoices]}
        value={query.show || all}
        onChange={(show) => onChange({ show: show === all ? '' : show })}
      />
      <SelectField
        label="Sort by"
        options={conversationSorts}
        value={query.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}

function countOf({ totalItems, items }: ConversationPage, query: ConversationQuery): string {
  if (totalItems === 0) return 'No conversation found';
  const found = isFiltered(query) ? ' found' : '';
  if (totalItems <= conversationPageSize) {
    return totalItems === 1 ? `1 conversation${found}` : `${totalItems} conversations${found}`;
  }
  const first = (query.page - 1) * conversationPageSize + 1;
  return `Conversations ${first} to ${first + items.length - 1} of ${totalItems}${found}`;
}

function NoMessagesYet() {
  return (
    <EmptyState title="No messages yet" action={<LinkButton to="/instructors">Find an Instructor</LinkButton>}>
      <p>Write to an instructor from their page, or to the other side of a lesson from the lesson’s page.</p>
    </EmptyState>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No conversation matches"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      <p>Try a shorter search, or show all of them.</p>
    </EmptyState>
  );
}
