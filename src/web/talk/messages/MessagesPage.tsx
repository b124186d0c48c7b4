import { useRef } from 'react';
import * as texts from '#texts/messages.ts';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { FoundList } from '../../platform/lists/FoundList.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isListFiltered, isWorthSearching, type ListQuery } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { ConversationList } from './ConversationList.tsx';
import { conversationList, conversationPageSize, conversationSorts, showChoices } from './conversation-query.ts';
import { type ConversationPage, useConversations } from './use-conversations.ts';

/** All conversations of the signed-in user: searched, filtered, ordered and paged as the address says. */
export function MessagesPage() {
  const user = useSession();
  const me = user?.id ?? '';
  const list = useListQuery(conversationList);
  const { query } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useConversations(query, me);
  const { data, isPlaceholderData } = read;
  if (data?.hasAny === false) return <NoMessagesYet />;
  return (
    <section aria-labelledby="conversations" className="mx-auto max-w-[48rem]">
      <h2 id="conversations" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.yourConversations}
      </h2>
      <Controls list={list} isWorth={isWorthSearching(data, query)} />
      <WhenRead read={read} what={texts.yourMessages} notLoaded={texts.messagesNotLoaded} skeleton="h-80 w-full">
        {data && (
          <FoundList
            answer={data}
            list={list}
            countOf={() => countOf(data, query)}
            noMatch={texts.noConversationMatches}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={<NoMessagesYet />}
          >
            <ConversationList conversations={data.items} me={me} />
          </FoundList>
        )}
      </WhenRead>
    </section>
  );
}

type ControlsProps = { list: ReturnType<typeof useListQuery>; isWorth: boolean };

function Controls({ list: { query, change }, isWorth }: ControlsProps) {
  return (
    <ListSearch name={texts.conversations} isWorth={isWorth} className="mb-4 grid grid-cols-2 gap-4">
      <div className="col-span-full">
        <SearchField
          label={texts.searchByNameOrLast}
          placeholder={texts.aNameOrAWord}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.show}
        allLabel={texts.all}
        options={showChoices}
        value={query.filters.show ?? ''}
        onChange={(show) => change({ filters: { show } })}
      />
      <SelectField
        label={texts.sortBy}
        options={conversationSorts}
        value={query.sort}
        onChange={(sort) => change({ sort })}
      />
    </ListSearch>
  );
}

function countOf({ totalItems, items }: ConversationPage, query: ListQuery): string {
  if (totalItems === 0) return texts.noConversationFound;
  const found = isListFiltered(query) ? 'yes' : 'no';
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
      <p>{texts.howToBegin}</p>
    </EmptyState>
  );
}
