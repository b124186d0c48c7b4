import { FilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import * as texts from '#texts/adminReports.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { FilterField } from '../../../platform/lists/FilterField.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListSearch } from '../../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../../platform/lists/list-query.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/ui/Dialog.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { Tile, Tiles } from '../../../platform/ui/Tile.tsx';
import { useToast } from '../../../platform/ui/Toasts.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { NewReport } from './NewReport.tsx';
import { reportColumns } from './report-columns.tsx';
import { type Report, reportStatuses, reportTypes } from './report-record.ts';
import { Schedules } from './Schedules.tsx';
import { downloadReport, reportsList, useChangeReports, useReports } from './use-reports.ts';

const sorts = [
  { value: '-created', label: texts.latestFirst },
  { value: 'created', label: texts.oldestFirst },
  { value: 'name', label: texts.nameAToZ },
  { value: '-name', label: texts.nameZToA },
  { value: 'type', label: texts.type },
  { value: '-type', label: texts.typeBackwards },
  { value: 'status', label: texts.status },
  { value: '-status', label: texts.statusBackwards },
  { value: '-size', label: texts.largestFirst },
  { value: 'size', label: texts.smallestFirst },
] as const;

/** Reports: what was asked for, how far it is, and its file when it is ready. */
export function ReportsPage() {
  return (
    <StaffOnly right="reports">
      <Reports />
    </StaffOnly>
  );
}

function Reports() {
  const list = useListQuery(reportsList);
  const reports = useReports(list.query);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { data, isPlaceholderData } = reports;
  const { columns, dialog } = useReportActions();
  const ask = (
    <Button onClick={() => setAsking(true)}>
      <FilePlus size={18} strokeWidth={1.75} aria-hidden />
      {texts.newReport}
    </Button>
  );
  return (
    <section aria-labelledby="reports">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="reports" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.reportsAsFiles}
        </h2>
        {ask}
      </div>
      <WhenRead read={reports} what={texts.theReports} notLoaded={texts.reportsNotLoaded}>
        {data && (
          <>
            <div className="mb-6">
              <Tiles label={texts.reportsByStatus}>
                <Tile name={texts.allReports} value={data.counts.all} />
                <Tile name={texts.ready} value={data.counts.ready} note={texts.toDownload} />
                <Tile name={texts.processing} value={data.counts.processing} note={texts.beingMade} />
                <Tile name={texts.failed} value={data.counts.failed} note={texts.canBeTriedAgain} />
              </Tiles>
            </div>
            <ReportControls list={list} isWorth={isWorthSearching(data, list.query)} />
            <FoundRows
              answer={data}
              list={list}
              countOf={(count) => texts.countOf({ count })}
              noMatch={texts.noneMatches}
              caption={texts.reports}
              columns={columns}
              keyOf={({ id }) => id}
              heading={heading}
              isLooking={isPlaceholderData}
              empty={
                <EmptyState title={texts.noReportsYet} action={ask}>
                  <p>{texts.aReportIsAFile}</p>
                </EmptyState>
              }
            />
          </>
        )}
      </WhenRead>
      <Schedules />
      <NewReport isOpen={isAsking} onClose={() => setAsking(false)} />
      {dialog}
    </section>
  );
}

/** What can be done with a row, and the question before it is deleted. */
function useReportActions() {
  const toast = useToast();
  const tell = useTelling();
  const { retry, remove } = useChangeReports();
  const [busyId, setBusyId] = useState<string>();
  const [leaving, setLeaving] = useState<Report>();
  const download = async (report: Report) => {
    setBusyId(report.id);
    try {
      await downloadReport(report);
    } catch {
      toast({ text: texts.fileNotLoaded, isFailure: true });
    } finally {
      setBusyId(undefined);
    }
  };
  const columns = reportColumns({
    busyId: retry.isPending ? retry.variables.id : busyId,
    onDownload: (report) => void download(report),
    onRetry: (report) =>
      tell(retry.mutateAsync(report), {
        done: texts.reportNameIsBeingMadeAgain({ reportName: report.name }),
        failed: () => texts.itCouldNotBeTried,
      }),
    onDelete: setLeaving,
  });
  const dialog = (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
      title={texts.deleteThisReport}
      description={leaving ? texts.deletionMeans({ leavingName: leaving.name }) : ''}
      confirmLabel={texts.deleteReport}
      isHarmful
      isBusy={remove.isPending}
      onConfirm={() => {
        if (!leaving) return;
        tell(remove.mutateAsync(leaving, { onSuccess: () => setLeaving(undefined) }), {
          failed: () => texts.theReportCouldNotBeDeleted,
        });
      }}
    />
  );
  return { columns, dialog };
}

type ReportControlsProps = { list: ReturnType<typeof useListQuery>; isWorth: boolean };

function ReportControls({ list: { query, change }, isWorth }: ReportControlsProps) {
  return (
    <ListSearch
      name={texts.reports}
      isWorth={isWorth}
      className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_11rem_11rem_13rem]"
    >
      <div className="max-lg:col-span-2">
        <SearchField
          label={texts.searchReports}
          placeholder={texts.nameOrId}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.type}
        allLabel={texts.everyType}
        options={reportTypes}
        value={query.filters.type ?? ''}
        onChange={(type) => change({ filters: { type } })}
      />
      <FilterField
        label={texts.status}
        allLabel={texts.everyStatus}
        options={reportStatuses}
        value={query.filters.status ?? ''}
        onChange={(status) => change({ filters: { status } })}
      />
      <div className="max-lg:col-span-2">
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </div>
    </ListSearch>
  );
}
