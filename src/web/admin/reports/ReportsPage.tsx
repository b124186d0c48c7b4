import { FilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { FilterField } from '../../lists/FilterField.tsx';
import { FoundRows } from '../../lists/FoundRows.tsx';
import { isListFiltered } from '../../lists/list-query.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { useListQuery } from '../../lists/use-list-query.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SelectField } from '../../ui/Select.tsx';
import { AfterDelay, Skeleton } from '../../ui/Skeleton.tsx';
import { Tile, Tiles } from '../../ui/Tile.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { NewReport } from './NewReport.tsx';
import { reportColumns } from './report-columns.tsx';
import { type Report, reportStatuses, reportTypes } from './report-record.ts';
import { downloadReport, reportsList, useChangeReports, useReports } from './use-reports.ts';

const sorts = [
  { value: '-created', label: 'Latest first' },
  { value: 'created', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'type', label: 'Type' },
  { value: '-type', label: 'Type, backwards' },
  { value: 'status', label: 'Status' },
  { value: '-status', label: 'Status, backwards' },
  { value: '-size', label: 'Largest first' },
  { value: 'size', label: 'Smallest first' },
] as const;

/** Reports: what was asked for, how far it is, and its file when it is ready. */
export function ReportsPage() {
  return (
    <AdminOnly>
      <Reports />
    </AdminOnly>
  );
}

function Reports() {
  const list = useListQuery(reportsList);
  const reports = useReports(list.query);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { data, isError, isPlaceholderData } = reports;
  const { columns, dialog } = useReportActions();
  const ask = (
    <Button onClick={() => setAsking(true)}>
      <FilePlus size={18} strokeWidth={1.75} aria-hidden />
      New report
    </Button>
  );
  return (
    <section aria-labelledby="reports">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="reports" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Reports as files
        </h2>
        {ask}
      </div>
      {isError && !data && (
        <ErrorState title="The reports could not be loaded" onRetry={() => void reports.refetch()} />
      )}
      {!data && !isError && (
        <AfterDelay what="the reports">
          <Skeleton className="h-96 w-full" />
        </AfterDelay>
      )}
      {data && (
        <>
          <div className="mb-6">
            <Tiles label="Reports by status">
              <Tile name="All reports" value={data.counts.all} />
              <Tile name="Ready" value={data.counts.ready} note="to download" />
              <Tile name="Processing" value={data.counts.processing} note="being made" />
              <Tile name="Failed" value={data.counts.failed} note="can be tried again" />
            </Tiles>
          </div>
          <ReportControls list={list} />
          <FoundRows
            answer={data}
            list={list}
            words={['report', 'reports']}
            caption="Reports"
            columns={columns}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            isFiltered={isListFiltered(list.query)}
            empty={
              <EmptyState title="No reports yet" action={ask}>
                <p>
                  A report is a file of figures, ledger entries, instructors or security events of the days you choose.
                </p>
              </EmptyState>
            }
          />
        </>
      )}
      <NewReport isOpen={isAsking} onClose={() => setAsking(false)} />
      {dialog}
    </section>
  );
}

/** What can be done with a row, and the question before it is deleted. */
function useReportActions() {
  const toast = useToast();
  const { retry, remove } = useChangeReports();
  const [busyId, setBusyId] = useState<string>();
  const [leaving, setLeaving] = useState<Report>();
  const download = async (report: Report) => {
    setBusyId(report.id);
    try {
      await downloadReport(report);
    } catch {
      toast({ text: 'The file could not be loaded. Try again in a moment.', isFailure: true });
    } finally {
      setBusyId(undefined);
    }
  };
  const columns = reportColumns({
    busyId,
    onDownload: (report) => void download(report),
    onRetry: (report) =>
      retry.mutate(report, {
        onSuccess: () => toast({ text: `“${report.name}” is being made again` }),
        onError: () => toast({ text: 'It could not be tried again. Look at its status.', isFailure: true }),
      }),
    onDelete: setLeaving,
  });
  const dialog = (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
      title="Delete this report?"
      description={leaving ? `“${leaving.name}” and its file are removed for good. It can be asked for again.` : ''}
      confirmLabel="Delete report"
      isHarmful
      isBusy={remove.isPending}
      onConfirm={() => {
        if (!leaving) return;
        remove.mutate(leaving, {
          onSuccess: () => setLeaving(undefined),
          onError: () => toast({ text: 'The report could not be deleted. It is as it was.', isFailure: true }),
        });
      }}
    />
  );
  return { columns, dialog };
}

function ReportControls({ list: { query, change } }: { list: ReturnType<typeof useListQuery> }) {
  return (
    <search aria-label="Reports" className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_11rem_11rem_13rem]">
      <div className="max-lg:col-span-2">
        <SearchField
          label="Search reports"
          placeholder="Name or ID"
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label="Type"
        allLabel="Every type"
        options={reportTypes}
        value={query.filters.type ?? ''}
        onChange={(type) => change({ filters: { type } })}
      />
      <FilterField
        label="Status"
        allLabel="Every status"
        options={reportStatuses}
        value={query.filters.status ?? ''}
        onChange={(status) => change({ filters: { status } })}
      />
      <div className="max-lg:col-span-2">
        <SelectField label="Sort by" options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </div>
    </search>
  );
}
