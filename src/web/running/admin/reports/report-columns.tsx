import { Download, RotateCcw, Trash2 } from 'lucide-react';
import * as texts from '#texts/adminReports.ts';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button, IconButton } from '../../../platform/ui/Button.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { type Report, reportStatuses, reportTypes, sizeText } from './report-record.ts';

type Actions = {
  onDownload: (report: Report) => void;
  onRetry: (report: Report) => void;
  onDelete: (report: Report) => void;
  /** The id of the report whose file is on its way. */
  busyId: string | undefined;
};

/** The columns of the reports table. A file can be had only when it is ready; a failed report can be made again. */
export function reportColumns(actions: Actions): Column<Report>[] {
  return [
    {
      name: texts.name,
      sorts: ['name', '-name'],
      cell: ({ name }) => <b className="inline-block break-words font-semibold @tabular:min-w-28">{name}</b>,
    },
    { name: 'ID', cell: ({ id }) => <code className="text-note text-soft">{id}</code> },
    { name: texts.type, sorts: ['type', '-type'], cell: ({ type }) => labelOf(type) },
    {
      name: texts.date,
      sorts: ['created', '-created'],
      isDescendingFirst: true,
      cell: ({ created }) => <span className="figures whitespace-nowrap">{formatDate(created)}</span>,
    },
    { name: texts.status, sorts: ['status', '-status'], cell: (report) => <Status report={report} /> },
    {
      name: texts.size,
      isNumber: true,
      sorts: ['size', '-size'],
      isDescendingFirst: true,
      cell: ({ status, size }) => (
        <span className="whitespace-nowrap">{status === 'ready' ? sizeText(size) : '–'}</span>
      ),
    },
    { name: texts.actions, isNameHidden: true, cell: (report) => <RowActions report={report} {...actions} /> },
  ];
}

function labelOf(type: string): string {
  return reportTypes.find(({ value }) => value === type)?.label ?? type;
}

function Status({ report: { status, problem } }: { report: Report }) {
  const known = reportStatuses.find(({ value }) => value === status);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={known?.tone ?? 'grey'}>{known?.label ?? status}</Badge>
      {problem && <span className="text-note text-soft">{problem}</span>}
    </span>
  );
}

function RowActions({ report, onDownload, onRetry, onDelete, busyId }: { report: Report } & Actions) {
  const { name, status } = report;
  return (
    <div className="flex items-center justify-end gap-1 @max-tabular:mt-2 @max-tabular:justify-start">
      {status === 'ready' && (
        <Button
          variant="secondary"
          className="whitespace-nowrap px-3"
          aria-label={texts.downloadName({ name })}
          isBusy={busyId === report.id}
          onClick={() => onDownload(report)}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
          {texts.download}
        </Button>
      )}
      {status === 'failed' && (
        <Button
          variant="secondary"
          className="whitespace-nowrap px-3"
          aria-label={texts.tryNameAgain({ name })}
          isBusy={busyId === report.id}
          onClick={() => onRetry(report)}
        >
          <RotateCcw size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
          {texts.tryAgain}
        </Button>
      )}
      {status !== 'processing' && (
        <IconButton label={texts.deleteName({ name })} onClick={() => onDelete(report)}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
