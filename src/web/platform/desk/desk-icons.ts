import {
  Banknote,
  FileCheck,
  Flag,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  NotebookText,
  Receipt,
  Scale,
  ShieldCheck,
} from 'lucide-react';
import { requestsPath } from '#rules/paths/help-paths.ts';
import { claimsPath } from '#rules/paths/lesson-paths.ts';
import {
  bankPath,
  billingPath,
  ledgerPath,
  moderationPath,
  payoutsDeskPath,
  policeListPath,
  verifyPath,
} from '#rules/paths/staff-paths.ts';

/** The icons of the desks that moderators and finance have in their sidebar. */
export const deskIcons: Readonly<Record<string, LucideIcon>> = {
  [verifyPath]: FileCheck,
  [policeListPath]: ShieldCheck,
  [moderationPath]: Flag,
  [requestsPath]: LifeBuoy,
  [claimsPath]: Scale,
  [payoutsDeskPath]: Banknote,
  [bankPath]: Landmark,
  [ledgerPath]: NotebookText,
  [billingPath]: Receipt,
};
