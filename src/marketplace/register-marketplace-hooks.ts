import type { Engine } from '#engine/engine.ts';
import { registerAuditHooks } from './audit/register-audit-hooks.ts';
import { registerDiaryHooks } from './availability/register-diary-hooks.ts';
import { registerInstructorHooks } from './instructors/register-instructor-hooks.ts';
import { registerApprovalHooks } from './lessons/approve-lesson.ts';
import { registerLessonLogHooks } from './lessons/log-lesson.ts';
import { registerLessonHooks } from './lessons/register-lesson-hooks.ts';
import { registerLessonStartHooks } from './lessons/start-lesson.ts';
import { registerLicenceHooks } from './licence/register-licence-hooks.ts';
import { registerConversationHooks } from './messages/open-conversation.ts';
import { registerMessageHooks } from './messages/send-message.ts';
import { registerDeliveryJobs } from './notifications/deliver-to-phone.ts';
import type { DeliveryWays } from './notifications/delivery-ways.ts';
import { registerPushHooks } from './notifications/register-push-hooks.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { registerPaymentHooks } from './payments/register-payment-hooks.ts';
import { registerReportHooks } from './reports/register-report-hooks.ts';
import { registerReviewHooks } from './reviews/register-review-hooks.ts';
import { registerSupportRequestHooks } from './support/open-request.ts';
import { registerSupportMessageHooks } from './support/send-support-message.ts';
import { registerActivityHooks } from './users/register-activity-hooks.ts';
import { registerAdminHooks } from './users/register-admin-hooks.ts';
import { registerSafetyHooks } from './users/register-safety-hooks.ts';
import { registerUserHooks } from './users/register-user-hooks.ts';

/** Hangs the rules of every feature on its records. */
export function registerMarketplaceHooks(engine: Engine, provider: PaymentProvider, ways: DeliveryWays): void {
  registerUserHooks(engine);
  registerAdminHooks(engine);
  registerActivityHooks(engine);
  registerSafetyHooks(engine);
  registerInstructorHooks(engine);
  registerDiaryHooks(engine);
  registerLessonHooks(engine);
  registerApprovalHooks(engine);
  registerLessonStartHooks(engine);
  registerLessonLogHooks(engine);
  registerLicenceHooks(engine);
  registerPaymentHooks(engine, provider);
  registerReviewHooks(engine);
  registerReportHooks(engine);
  registerAuditHooks(engine);
  registerConversationHooks(engine);
  registerMessageHooks(engine);
  registerSupportRequestHooks(engine);
  registerSupportMessageHooks(engine);
  registerDeliveryJobs(engine, ways);
  registerPushHooks(engine, ways);
}
