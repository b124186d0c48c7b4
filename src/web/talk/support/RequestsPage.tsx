import { useRef } from 'react';
import { Link } from 'react-router';
import { askPath, requestPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/support.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { FoundList } from '../../platform/lists/FoundList.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isListFiltered, isWorthSearching, type ListQuery } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatSlot, formatSlotInText } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { RequestQueue } from './RequestQueue.tsx';
import { requestList, requestPageSize, requestSorts } from './request-query.ts';
import { categoryLabel, type SupportRequest, supportCategories, supportStatuses } from './support-record.ts';
import { type RequestPage, useRequests } from './use-support.ts';
import { useOpenRequests } from './use-support-desk.ts';

/** One's own requests to the support; who answers them sees everybody's. Searched, filtered, ordered and paged as the address says. */
export function RequestsPage() {
  const answers = useRight('support');
  const list = useListQuery(requestList);
  const { query } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useRequests(query);
  const { data, isPlaceholderData } = read;
  const queue = useOpenRequests(answers);
  if (data?.hasAny === false) return <NoRequestsYet answers={answers} />;
  // It stands above the rest.
  if (answers && isAwaited(queue)) {
    return (
      <AfterDelay what={texts.theRequests}>
        <Skeleton className="h-80 w-full" />
      </AfterDelay>
    );
  }
  return (
    <section aria-labelledby="requests" className="max-w-[56rem]">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="requests" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {answers ? texts.supportRequests : texts.yourRequests}
        </h2>
        {!answers && <LinkButton to={askPath}>{texts.askTheSupport}</LinkButton>}
      </div>
      {answers && <RequestQueue />}
      <Controls list={list} isWorth={isWorthSearching(data, query)} />
      <WhenRead read={read} what={texts.theRequests} notLoaded={texts.requestsNotLoaded} skeleton="h-80 w-full">
        {data && (
          <FoundList
            answer={data}
            list={list}
            countOf={() => countOf(data, query)}
            noMatch={texts.noRequestMatches}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={<NoRequestsYet answers={answers} />}
          >
            <ul className="card overflow-hidden">
              {data.items.map((request) => (
                <Line key={request.id} request={request} answers={answers} />
              ))}
            </ul>
          </FoundList>
        )}
      </WhenRead>
    </section>
  );
}

function Line({ request, answers }: { request: SupportRequest; answers: boolean }) {
  const { id, subject, category, status, answerBy, lastText, lastMessageAt, expand } = request;
  const promise = Date.parse(answerBy) < currentTime().getTime() ? texts.wasDueBy : texts.answerByAnswerBy;
  const { label, tone } = supportStatuses.find(({ value }) => value === status) ?? { label: status, tone: 'grey' };
  return (
    <li className="relative border-line border-t px-4 py-3.5 first:border-t-0 hover:bg-tint md:px-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          to={requestPath(id)}
          className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {subject}
        </Link>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p title={lastText} className="truncate text-soft">
        {lastText}
      </p>
      <p className="figures flex flex-wrap gap-x-3 text-note text-soft">
        {answers && <span>{expand?.user?.name || expand?.user?.email}</span>}
        <span>{categoryLabel(category)}</span>
        <time dateTime={new Date(lastMessageAt).toISOString()}>{formatSlot(lastMessageAt, currentTime())}</time>
        {status === 'open' && <span>{promise({ answerBy: formatSlotInText(answerBy, currentTime()) })}</span>}
      </p>
    </li>
  );
}

type ControlsProps = { list: ReturnType<typeof useListQuery>; isWorth: boolean };

function Controls({ list: { query, change }, isWorth }: ControlsProps) {
  const choose = (name: 'status' | 'category') => (value: string) => change({ filters: { [name]: value } });
  return (
    <ListSearch
      name={texts.requests}
      isWorth={isWorth}
      className="mb-4 grid grid-cols-2 gap-4 sm:max-md:grid-cols-3 lg:grid-cols-3"
    >
      <div className="col-span-full">
        <SearchField
          label={texts.searchBySubjectOrLast}
          placeholder={texts.refundANameAWord}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.status}
        allLabel={texts.anyStatus}
        options={supportStatuses}
        value={query.filters.status ?? ''}
        onChange={choose('status')}
      />
      <FilterField
        label={texts.about}
        allLabel={texts.anything}
        options={supportCategories}
        value={query.filters.category ?? ''}
        onChange={choose('category')}
      />
      <div className="max-sm:col-span-full">
        <SelectField
          label={texts.sortBy}
          options={requestSorts}
          value={query.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </ListSearch>
  );
}

function countOf({ totalItems, items }: RequestPage, query: ListQuery): string {
  if (totalItems === 0) return texts.noRequestFound;
  const found = isListFiltered(query) ? 'yes' : 'no';
  if (totalItems <= requestPageSize) return texts.countOf({ count: totalItems, found });
  const first = (query.page - 1) * requestPageSize + 1;
  return texts.rangeOf({ first, last: first + items.length - 1, totalItems, found });
}

function NoRequestsYet({ answers }: { answers: boolean }) {
  return (
    <EmptyState
      title={answers ? texts.nobodyAskedAnythingYet : texts.youAskedNothingYet}
      action={<LinkButton to={askPath}>{texts.askTheSupport}</LinkButton>}
    >
      <p>{texts.questionsAndTheirAnswersStay}</p>
    </EmptyState>
  );
}
