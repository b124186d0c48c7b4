import { Check, Minus } from 'lucide-react';
import { roleHasRight, type StaffRight, staffRights, staffRoles } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';
import { roleNames } from '../../../platform/desk/role-names.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';

const rightNames: Record<StaffRight, string> = {
  papers: texts.rightPapers,
  reviews: texts.rightReviews,
  support: texts.rightSupport,
  claims: texts.rightClaims,
  claimDecisions: texts.rightClaimDecisions,
  payments: texts.rightPayments,
  payouts: texts.rightPayouts,
  ledger: texts.rightLedger,
  billing: texts.rightBilling,
  lessons: texts.rightLessons,
  users: texts.rightUsers,
  impersonation: texts.rightImpersonation,
  roles: texts.rightRoles,
  rules: texts.rightRules,
  analytics: texts.rightAnalytics,
  reports: texts.rightReports,
  broadcasts: texts.rightBroadcasts,
  audit: texts.rightAudit,
};

/** What each role may do: the table that the server asks, in words. */
export function RolesPage() {
  return (
    <StaffOnly right="roles">
      <div className="max-w-[56rem]">
        <h2 id="roles" className="mb-2 text-heading">
          {texts.whatRolesMayDo}
        </h2>
        <p className="mb-5 max-w-[40rem] text-soft">{texts.rolesComeFrom}</p>
        {/* Where there is no room for columns each right is a block of its own, its roles side by side below it. */}
        <section aria-labelledby="roles" className="card @container">
          <table className="w-full text-left @max-tabular:block">
            <thead className="@max-tabular:unseen">
              <tr>
                <th scope="col" className="px-4 py-3">
                  {texts.rightName}
                </th>
                {staffRoles.map((role) => (
                  <th key={role} scope="col" className="px-3 py-3">
                    {roleNames[role]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="@max-tabular:block">
              {staffRights.map((right) => (
                <tr
                  key={right}
                  className="border-line border-t @max-tabular:grid @max-tabular:grid-cols-3 @max-tabular:gap-x-3 @max-tabular:gap-y-1.5 @max-tabular:px-4 @max-tabular:py-3.5 @max-tabular:first:border-t-0"
                >
                  <th
                    scope="row"
                    className="px-4 py-2.5 font-normal @max-tabular:col-span-3 @max-tabular:p-0 @max-tabular:font-semibold"
                  >
                    {rightNames[right]}
                  </th>
                  {staffRoles.map((role) => (
                    <td key={role} className="px-3 py-2.5 @max-tabular:p-0">
                      <span aria-hidden className="block text-note text-soft @tabular:hidden">
                        {roleNames[role]}
                      </span>
                      <May has={roleHasRight(role, right)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </StaffOnly>
  );
}

function May({ has }: { has: boolean }) {
  const Icon = has ? Check : Minus;
  return (
    <span
      className={
        has ? 'inline-flex items-center gap-1 font-semibold text-green' : 'inline-flex items-center gap-1 text-soft'
      }
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {has ? texts.may : texts.mayNot}
    </span>
  );
}
