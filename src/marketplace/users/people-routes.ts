import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { fileUrl } from '../reads/file-url.ts';
import { readChoice } from '../reads/read-choice.ts';
import { requireRight } from '../reads/require-right.ts';
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
export const sortNames = Object.keys(personSorts) as [PersonSort, ...PersonSort[]];

const isPrivate = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/users?q&role&status&sort&page&perPage`: accounts with their status and when they were last seen, and how many there
 * are of each status. For admins and superusers.
 */
export function listPeopleRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/users',
    async handle({ auth, query }) {
      requireRight(auth, 'users');
      const page = readPage(query);
      const nowMs = engine.clock.nowMs();
      const wanted = {
        nowMs,
        q: (query.q ?? '').trim().slice(0, 200),
        role: readChoice(query, 'role', personRoles) ?? '',
        status: readChoice(query, 'status', personStatuses) ?? '',
        sort: readChoice(query, 'sort', sortNames) ?? '-created',
      };
      const [{ items, totalItems }, counts] = await Promise.all([
        findPeople(engine.db, { ...wanted, ...page }),
        countPeople(engine.db, nowMs),
      ]);
      const body = { ...pageEnvelope(page, items.map(presentPerson), totalItems), counts };
      return { status: 200, headers: isPrivate, body };
    },
  };
}

/** `GET /api/marketplace/users/:id`: one account with what it has done here. For admins and superusers; 404 when there is none. */
export function showPersonRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/users/:id',
    async handle({ auth, params }) {
      requireRight(auth, 'users');
      const id = params.id ?? '';
      const [person, figures] = await Promise.all([
        findPerson(engine.db, id, engine.clock.nowMs()),
        sumPerson(engine.db, id),
      ]);
      if (!person) throw notFound();
      return { status: 200, headers: isPrivate, body: { ...presentPerson(person), figures } };
    },
  };
}

function presentPerson({ lastSeenMs, createdMs, avatar, instructor, instructorStatus, ...person }: PersonRow) {
  return {
    ...person,
    avatarUrl: fileUrl('users', person.id, avatar),
    lastSeen: lastSeenMs === null ? null : isoInstant(lastSeenMs),
    created: createdMs === null ? null : isoInstant(createdMs),
    instructor: instructor === null ? null : { id: instructor, status: instructorStatus },
  };
}
