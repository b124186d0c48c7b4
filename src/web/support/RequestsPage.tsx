import { useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import * as texts from '#texts/support.ts';
import { currentTime } from '../app/clock.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatSlot, formatSlotInText } from '../ui/format-time.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import {
  isFiltered,
  type RequestQuery,
  readRequestQuery,
  requestPageSize,
  requestSorts,
  requestText,
} from './request-query.ts';
import { categoryLabel, type SupportRequest, supportCategories, supportStatuses } from './support-record.ts';
import { type RequestPage, useRequests } from './use-support.ts';

/** One's own requests to the support; an admin sees everybody's. Searched, filtered, ordered and paged as the address says. */
export function RequestsPage() {
  const user = useSession();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = readRequestQuery(params);
  const { data, isError, isPlaceholderData, refetch } = useRequests(query);
  const toHeading = () => heading.current?.focus();
  const isAdmin = user?.role === 'admin';
  const change = (changed: Partial<RequestQuery>, isTyping = false) =>
    void navigate(
      { search: requestText({ ...query, page: 1, ...changed }) },
      { replace: isTyping, preventScrollReset: true },
    );
  if (data?.hasAny === false) return <NoRequestsYet isAdmin={isAdmin} />;
  if (data && !isPlaceholderData && data.totalItems > 0 && data.items.length === 0) {
    return <Navigate to={{ search: requestText({ ...query, page: data.totalPages }) }} replace />;
  }
  return (
    <section aria-labelledby="requests" className="max-w-[56rem]">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="requests" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {isAdmin ? texts.supportRequests : texts.yourRequests}
        </h2>
        {!isAdmin && <LinkButton to="/dashboard/help/new">{texts.askTheSupport}</LinkButton>}
      </div>
      <Controls query={query} onChange={change} />
      <p role="status" className="figures mb-3 min-h-6 text-soft">
        {data && (isPlaceholderData ? texts.looking : countOf(data, query))}
      </p>
      {isError && <ErrorState title={texts.theRequestsCouldNotBe} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what={texts.theRequests}>
          <Skeleton className="h-80 w-full" />
        </AfterDelay>
      )}
      {data?.totalItems === 0 && (
        <NothingMatches
          onClear={() => {
            change({ q: '', status: '', category: '' });
            toHeading();
          }}
        />
      )}
      {data && data.totalItems > 0 && (
        <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'opacity-60')}>
          <ul className="card overflow-hidden">
            {data.items.map((request) => (
              <Line key={request.id} request={request} isAdmin={isAdmin} />
            ))}
          </ul>
          <Pagination
            page={query.page}
            totalPages={data.totalPages}
            searchOf={(page) => requestText({ ...query, page })}
            onTurn={toHeading}
          />
        </div>
      )}
    </section>
  );
}

function Line({ request, isAdmin }: { request: SupportRequest; isAdmin: boolean }) {
  const { id, subject, category, status, answerBy, lastText, lastMessageAt, expand } = request;
  const { label, tone } = supportStatuses.find(({ value }) => value === status) ?? { label: status, tone: 'grey' };
  return (
    <li className="relative border-line border-t px-4 py-3.5 first:border-t-0 hover:bg-tint md:px-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          to={`/dashboard/help/requests/${id}`}
          className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {subject}
        </Link>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p title={lastText} className="truncate text-soft">
        {lastText}
      </p>
      <p className="figures flex flex-wrap gap-x-3 text-sm text-soft">
        {isAdmin && <span>{expand?.user?.name || expand?.user?.email}</span>}
        <span>{categoryLabel(category)}</span>
        <time dateTime={new Date(lastMessageAt).toISOString()}>{formatSlot(lastMessageAt, currentTime())}</time>
        {status === 'open' && (
          <span>{texts.answerByAnswerBy({ answerBy: formatSlotInText(answerBy, currentTime()) })}</span>
        )}
      </p>
    </li>
  );
}

/** Radix's list has no empty value; this one stands for "no choice" and is never in the address. */
const all = 'all';

type ControlsProps = { query: RequestQuery; onChange: (change: Partial<RequestQuery>, isTyping?: boolean) => void };

function Controls({ query, onChange }: ControlsProps) {
  const choose = (name: 'status' | 'category') => (value: string) => onChange({ [name]: value === all ? '' : value });
  return (
    <search aria-label={texts.requests} className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-3">
      <div className="col-span-full">
        <SearchField
          label={texts.searchBySubjectOrLast}
          placeholder={texts.refundANameAWord}
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <SelectField
        label={texts.status}
        options={[{ value: all, label: texts.anyStatus }, ...supportStatuses]}
        value={query.status || all}
        onChange={choose('status')}
      />
      <SelectField
        label={texts.about}
        options={[{ value: all, label: texts.anything }, ...supportCategories]}
        value={query.category || all}
        onChange={choose('category')}
      />
      <div className="max-sm:col-span-full">
        <SelectField
          label={texts.sortBy}
          options={requestSorts}
          value={query.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}

function countOf({ totalItems, items }: RequestPage, query: RequestQuery): string {
  if (totalItems === 0) return texts.noRequestFound;
  const found = isFiltered(query) ? 'yes' : 'no';
  if (totalItems <= requestPageSize) return texts.countOf({ count: totalItems, found });
  const first = (query.page - 1) * requestPageSize + 1;
  return texts.rangeOf({ first, last: first + items.length - 1, totalItems, found });
}

function NoRequestsYet({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState
      title={isAdmin ? texts.nobodyAskedAnythingYet : texts.youAskedNothingYet}
      action={<LinkButton to="/dashboard/help/new">{texts.askTheSupport}</LinkButton>}
    >
      <p>{texts.questionsAndTheirAnswersStay}</p>
    </EmptyState>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noRequestMatches}
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
