import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { PeopleAnswer, Person, PersonAnswer } from '#wire/users.ts';
import { sumPersonMoney } from '../../money/ledger/entries/sum-person-money.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { fileUrl } from '../../platform/reads/file-url.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { readEnd } from '../../platform/reads/read-span.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import {
  countPeople,
  findPeople,
  findPerson,
  type PersonRow,
  type PersonSort,
  personSorts,
  sumPerson,
} from './people.store.ts';

export const personRoles = ['user', 'premium', ...staffRoles] as const;
export const personStatuses = ['active', 'inactive', 'pending'] as const;
/** What may be asked for: the suspended are inactive. */
export const askedStatuses = [...personStatuses, 'suspended'] as const;
export const sortNames = Object.keys(personSorts) as [PersonSort, ...PersonSort[]];

const isPrivate = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/users?q&role&status&from&to&sort&page&perPage`: accounts with their status and when they were last seen, and how many there
 * are of each status. They were made from `from` on and before `to`, either end open. For admins and superusers.
 */
export function listPeopleRoute(engine: Engine): Route<PeopleAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/users',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'users');
      const page = readPage(query);
      const nowMs = engine.clock.nowMs();
      const wanted = {
        nowMs,
        q: (query.q ?? '').trim().slice(0, 200),
        role: readChoice(query, 'role', personRoles) ?? '',
        status: readChoice(query, 'status', askedStatuses) ?? ('' as const),
        fromMs: readEnd(query, 'from', platformZone),
        toMs: readEnd(query, 'to', platformZone),
        sort: readChoice(query, 'sort', sortNames) ?? '-created',
      };
      await foldSums(engine.db);
      const [{ items, totalItems }, counts] = await Promise.all([
        findPeople(engine.db, { ...wanted, ...page }),
        countPeople(engine.db, nowMs),
      ]);
      await noteShown(engine, staff, { users: items.map(({ id }) => id) }, wanted.q);
      const body: PeopleAnswer = { ...pageEnvelope(page, items.map(presentPerson), totalItems), counts };
      return { status: 200, headers: isPrivate, body };
    },
  };
}

/** `GET /api/marketplace/users/:id`: one account with what it has done here. For admins and superusers; 404 when there is none. */
export function showPersonRoute(engine: Engine): Route<PersonAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/users/:id',
    async handle({ auth, params }) {
      const staff = requireRight(auth, 'users');
      const id = params.id ?? '';
      await foldSums(engine.db);
      const [person, lessons, money] = await Promise.all([
        findPerson(engine.db, id, engine.clock.nowMs()),
        sumPerson(engine.db, id),
        sumPersonMoney(engine.db, id),
      ]);
      if (!person) throw notFound();
      await noteShown(engine, staff, { users: [person.id] });
      const body: PersonAnswer = { ...presentPerson(person), figures: { ...lessons, ...money } };
      return { status: 200, headers: isPrivate, body };
    },
  };
}

function presentPerson({ lastSeenMs, createdMs, avatar, instructor, instructorStatus, ...person }: PersonRow): Person {
  return {
    ...person,
    avatarUrl: fileUrl('users', person.id, avatar),
    lastSeen: lastSeenMs === null ? null : isoInstant(lastSeenMs),
    created: createdMs === null ? null : isoInstant(createdMs),
    instructor: instructor === null || instructorStatus === null ? null : { id: instructor, status: instructorStatus },
  };
}
