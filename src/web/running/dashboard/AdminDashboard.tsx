import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, FileText } from 'lucide-react';
import { nextRequestPath, requestPath } from '#rules/paths/help-paths.ts';
import { claimsPath } from '#rules/paths/lesson-paths.ts';
import { entriesPath } from '#rules/paths/money-paths.ts';
import {
  analyticsPath,
  billingPath,
  instructorFilePath,
  listedInstructorsPath,
  moderationPath,
  personPath,
  reportsPath,
  verifyPath,
} from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { AdminDashboardAnswer } from '#wire/admin-dashboard.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { daysOfSpan } from '../../platform/lists/span-choice.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { Section } from '../../platform/ui/Section.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { Tile, Tiles } from '../../platform/ui/Tile.tsx';
import { AdminQueue } from './AdminQueue.tsx';
import { StaffDesks } from './StaffDesks.tsx';
import { WaitingCounts } from './WaitingCounts.tsx';

/** The staff's dashboard: what waits for somebody first, then figures. */
export function AdminDashboard() {
  const user = useSession();
  const { data, isError, refetch } = useQuery({
    queryKey: ['dashboard', 'admin', user?.id],
    queryFn: ({ signal }) => readMarketplace<AdminDashboardAnswer>('dashboard', { view: 'admin' }, signal),
    refetchInterval: 60_000,
  });
  if (data) return <Loaded answer={data} />;
  if (isError) {
    return <ErrorState title={texts.queuesNotLoaded} detail={texts.queuesAsTheyWere} onRetry={() => void refetch()} />;
  }
  return (
    <AfterDelay what={texts.theQueues}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </AfterDelay>
  );
}

/** What only the operator can put right, and what it keeps from working meanwhile. */
function MissingSetup({ setup: { sendsMail, hasPublicUrl } }: Pick<AdminDashboardAnswer, 'setup'>) {
  const { takesPayments } = useConfig();
  const missing = [
    ...(sendsMail ? [] : [texts.noMailLeaves]),
    ...(takesPayments ? [] : [texts.nothingCanBePaid]),
    ...(hasPublicUrl ? [] : [texts.linksLeadNowhere]),
  ];
  if (missing.length === 0) return null;
  return (
    <Notice kind="attention" className="mb-6">
      {missing.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

function Loaded({ answer }: { answer: AdminDashboardAnswer }) {
  return (
    <>
      <MissingSetup setup={answer.setup} />
      <WaitingCounts answer={answer} />
      <div className="mb-10 grid gap-5 lg:grid-cols-2 xl:grid-cols-3">
        <SupportQueue support={answer.support} />
        <PapersQueue papers={answer.papers} />
        <PaymentsQueue payments={answer.payments} />
      </div>
      <StaffDesks userRole="admin" />
      <Section
        title={texts.howItGoes}
        action={
          <span className="flex flex-wrap gap-3">
            <LinkButton to={claimsPath} variant="secondary">
              {texts.openClaims}
            </LinkButton>
            <LinkButton to={moderationPath} variant="secondary">
              {texts.openModeration}
            </LinkButton>
            <LinkButton to={analyticsPath} variant="secondary">
              <ChartNoAxesColumn size={18} strokeWidth={1.75} aria-hidden />
              {texts.openAnalytics}
            </LinkButton>
            <LinkButton to={reportsPath} variant="secondary">
              <FileText size={18} strokeWidth={1.75} aria-hidden />
              {texts.openReports}
            </LinkButton>
          </span>
        }
      >
        <Figures figures={answer.figures} />
      </Section>
    </>
  );
}

function SupportQueue({ support }: { support: AdminDashboardAnswer['support'] }) {
  return (
    <AdminQueue
      title={texts.supportRequests}
      total={support.total}
      empty={texts.nobodyWaitsForAnAnswer}
      more={{ to: nextRequestPath, label: texts.answerTheNextRequest }}
      rows={support.items.map(({ id, subject, userName, answerBy, isLate }) => ({
        key: id,
        to: requestPath(id),
        name: subject || texts.withoutASubject,
        detail: userName,
        due: (isLate ? texts.wasDue : texts.due)({ time: formatStart(answerBy), zone: zoneLabel() }),
        isUrgent: isLate,
      }))}
    />
  );
}

const paperNames: Record<string, string> = {
  instructor_licence: texts.paperInstructorLicence,
  licence: texts.paperLicence,
  vehicle: texts.paperVehicle,
  insurance: texts.paperInsurance,
  medical: texts.paperMedical,
  photo: texts.paperPhoto,
};

function PapersQueue({ papers }: { papers: AdminDashboardAnswer['papers'] }) {
  return (
    <AdminQueue
      title={texts.papersThatExpire}
      total={papers.total}
      empty={texts.noPaperExpires}
      more={{ to: verifyPath, label: texts.papersToCheckLink }}
      rows={papers.items.map(({ instructor, name, kind, expiresOn, days }) => ({
        key: `${instructor} ${kind}`,
        to: instructorFilePath(instructor),
        name,
        detail: paperNames[kind] ?? kind,
        due:
          days < 0
            ? texts.expiredOn({ date: formatDate(expiresOn) })
            : texts.expiresInDays({ count: days, date: formatDate(expiresOn) }),
        isUrgent: days < 7,
      }))}
    />
  );
}

function PaymentsQueue({ payments }: { payments: AdminDashboardAnswer['payments'] }) {
  return (
    <AdminQueue
      title={texts.failedPayments}
      total={payments.total}
      empty={texts.noPaymentFailed}
      more={{ to: billingPath, label: texts.openBilling }}
      rows={payments.items.map(({ id, learner, learnerName, amountCents, method, failedAt }) => ({
        key: id,
        to: personPath(learner),
        name: texts.nameAndAmount({ name: learnerName, amount: formatMoney(amountCents) }),
        detail: method === 'paynow' ? texts.payNow : texts.card,
        due: formatStart(failedAt),
        isUrgent: false,
      }))}
    />
  );
}

function Figures({ figures }: { figures: AdminDashboardAnswer['figures'] }) {
  return (
    <Tiles label={texts.staffFigures} areFive>
      <Tile name={texts.lessonsToday} value={figures.lessonsToday} />
      <Tile name={texts.lessonsThisMonth} value={figures.lessonsThisMonth} note={texts.takenOrBooked} />
      <Tile
        name={texts.feesThisMonth}
        value={formatMoney(figures.feesThisMonthCents)}
        to={entriesPath('fees', daysOfSpan({}, currentTime()))}
      />
      <Tile name={texts.newAccounts} value={figures.newAccountsThisWeek} note={texts.inSevenDays} />
      <Tile name={texts.listedInstructors} value={figures.listedInstructors} to={listedInstructorsPath} isWide />
    </Tiles>
  );
}
