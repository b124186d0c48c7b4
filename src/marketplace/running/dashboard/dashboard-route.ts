import type { Engine } from '#engine/engine.ts';
import { badRequest, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { AdminDashboardAnswer } from '#wire/admin-dashboard.ts';
import type { InstructorDashboardAnswer, LearnerDashboardAnswer } from '#wire/dashboard.ts';
import type { StaffDashboardAnswer } from '#wire/staff-dashboard.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { requireRight, requireStaff } from '../../platform/reads/require-right.ts';
import { readAdminDashboard } from './read-admin-dashboard.ts';
import { readInstructorDashboard } from './read-instructor-dashboard.ts';
import { readLearnerDashboard } from './read-learner-dashboard.ts';
import { readStaffDashboard } from './read-staff-dashboard.ts';

/** `GET /api/marketplace/dashboard?view=learner|instructor|admin|staff`: see src/wire/dashboard.ts, admin-dashboard.ts and staff-dashboard.ts. 401 for guests, 403 for the admins' and the staff's view without such a role, 400 for another view. */
export function dashboardRoute(
  engine: Engine,
): Route<LearnerDashboardAnswer | InstructorDashboardAnswer | AdminDashboardAnswer | StaffDashboardAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/dashboard',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const view = query.view || 'learner';
      const headers = { 'Cache-Control': 'private, no-store' };
      if (view === 'learner') return { status: 200, headers, body: await readLearnerDashboard(engine, auth) };
      if (view === 'admin') {
        requireRight(auth, 'lessons');
        const body = await readAdminDashboard(engine);
        const [payments, requests] = [body.payments.items, body.support.items].map((items) =>
          items.map(({ id }) => id),
        );
        await noteShown(engine, auth, { payments: payments ?? [], support_requests: requests ?? [] });
        return { status: 200, headers, body };
      }
      if (view === 'staff') return { status: 200, headers, body: await readStaffDashboard(engine, requireStaff(auth)) };
      if (view === 'instructor') return { status: 200, headers, body: await readInstructorDashboard(engine, auth.id) };
      throw badRequest('Something went wrong while processing your request.', {
        view: { code: 'validation_in_invalid', message: 'Must be learner, instructor, admin or staff.' },
      });
    },
  };
}
