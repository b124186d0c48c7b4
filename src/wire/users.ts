import type { AuditAction } from '#rules/staff/audit-actions.ts';
import type { AccountRecord } from './account.ts';
import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/users` answers; `counts` are of all accounts, whatever is searched for. */
export type PeopleAnswer = PageOf<Person> & {
  counts: { all: number; active: number; inactive: number; suspended: number; pending: number };
};

/** An account as its staff see it. Instants are ISO text in UTC. */
export type Person = {
  id: string;
  name: string;
  email: string;
  avatarUrl: string;
  role: string;
  status: 'active' | 'inactive' | 'pending';
  verified: boolean;
  suspended: boolean;
  twoFactor: boolean;
  lastSeen: string | null;
  created: string | null;
  phone: string;
  location: string;
  /** Their profile, where they have one. */
  instructor: { id: string; status: string } | null;
};

/** What `GET /api/marketplace/users/{id}` answers: an account with what it has done here. */
export type PersonAnswer = Person & {
  figures: {
    lessonsTaken: number;
    lessonsComing: number;
    lessonsGiven: number;
    paidCents: number;
    refundedCents: number;
    creditCents: number;
  };
};

/** What `GET /api/marketplace/audit` answers: who of the platform's people did what, the newest first. */
export type AuditAnswer = PageOf<AuditEntry>;

export type AuditEntry = {
  id: string;
  created: string;
  actor: string;
  actorName: string;
  actorCollection: string;
  actorRole: string;
  action: AuditAction;
  collection: string;
  record: string;
  recordName: string;
  changes: AuditChange[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Of this entry and the one before it. */
  hash: string;
};

/** One field of a record that was changed, as texts that people can read; secrets are only said to have changed. */
export type AuditChange = { field: string; from: string; to: string };

/** What `POST /api/marketplace/users/{id}/impersonations` answers: with what, and until when, an admin sees what somebody sees. */
export type ImpersonationAnswer = { id: string; token: string; record: AccountRecord; until: string };
