import type { Engine } from '#engine/engine.ts';
import { registerAuditHooks } from './audit/register-audit-hooks.ts';
import { registerDiaryHooks } from './availability/register-diary-hooks.ts';
import { registerInstructorHooks } from './instructors/register-instructor-hooks.ts';
import { registerApprovalHooks } from './lessons/approve-lesson.ts';
import { registerLessonLogHooks } from './lessons/log-lesson.ts';
import { registerLessonHooks } from './lessons/register-lesson-hooks.ts';
import { registerLessonStartHooks } from './lessons/start-lesson.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { registerPaymentHooks } from './payments/register-payment-hooks.ts';
import { registerReportHooks } from './reports/register-report-hooks.ts';
import { registerReviewHooks } from './reviews/register-review-hooks.ts';
import { registerAdminHooks } from './users/register-admin-hooks.ts';
import { registerUserHooks } from './users/register-user-hooks.ts';

/** Hangs the rules of every feature on its records. */
export function registerMarketplaceHooks(engine: Engine, provider: PaymentProvider): void {
  registerUserHooks(engine);
  registerAdminHooks(engine);
  registerInstructorHooks(engine);
  registerDiaryHooks(engine);
  registerLessonHooks(engine);
  registerApprovalHooks(engine);
  registerLessonStartHooks(engine);
  registerLessonLogHooks(engine);
  registerPaymentHooks(engine, provider);
  registerReviewHooks(engine);
  registerReportHooks(engine);
  registerAuditHooks(engine);
}
