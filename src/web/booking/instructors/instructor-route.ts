import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/instructors.ts';
import '../../platform/ground/public-styles.ts';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { SlotsAnswer } from '#wire/booking.ts';
import type { ChecksAnswer } from '#wire/teaching.ts';
import type { PageHandle } from '../../platform/ground/page-meta.ts';
import { nowContext, readPage } from '../../platform/ground/read-api.ts';
import { formatList } from '../../platform/ui/format-list.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import type { PublicInstructor } from '../search/public-instructor.ts';
import { InstructorPage } from './InstructorPage.tsx';
import { type InstructorData, type PublicReview, type ReviewPage, reviewOrders } from './instructor-data.ts';

const furthestWeek = 8;
/** No address leads further than any instructor's reviews do. */
const furthestReviews = 1000;

async function loadInstructor(args: LoaderFunctionArgs): Promise<InstructorData> {
  const id = encodeURIComponent(args.params.id ?? '');
  const { searchParams } = new URL(args.request.url);
  const now = args.context.get(nowContext)();
  const week = Math.min(furthestWeek, Math.max(0, Math.trunc(Number(searchParams.get('week'))) || 0));
  const [record, reviews, stars, packages, checks] = await Promise.all([
    readPage<PublicInstructor>(args, `/api/collections/instructors/records/${id}`),
    readReviews(args),
    readStars(args),
    readPackages(args),
    readPage<ChecksAnswer>(args, `/api/marketplace/instructors/${id}/checks`),
  ]);
  const instructor = withoutGaps(record);
  const asked = Number(searchParams.get('minutes'));
  const minutes = instructor.lessonMinutes.includes(asked) ? asked : (instructor.lessonMinutes[0] ?? 60);
  const days = await readDays(args, instructor, { minutes, week, now });
  return { instructor, now: now.toISOString(), minutes, week, days, reviews, stars, packages, checks: checks.items };
}

async function readPackages(args: LoaderFunctionArgs): Promise<InstructorData['packages']> {
  const id = (args.params.id ?? '').replaceAll(/[^a-zA-Z0-9_]/g, '');
  const query = new URLSearchParams({
    filter: `instructor = '${id}' && active = true`,
    sort: 'minutes',
    fields: 'minutes,discountPercent',
  });
  type Answer = { items: InstructorData['packages'] };
  return (await readPage<Answer>(args, `/api/collections/package_offers/records?${query}`)).items;
}

/** A record that was brought in from elsewhere may lack what the form of an instructor always fills in. */
function withoutGaps(record: PublicInstructor): PublicInstructor {
  return {
    ...record,
    areas: record.areas ?? [],
    lessonMinutes: record.lessonMinutes ?? [],
    timezone: record.timezone || platformZone,
  };
}

const sortOf = { newest: '-publishedAt', highest: '-rating,-publishedAt', lowest: 'rating,-publishedAt' };

/** The published reviews by learners of the instructor whose page it is, as the records API filters them. */
function filterOfReviews(args: LoaderFunctionArgs): string {
  const id = (args.params.id ?? '').replaceAll(/[^a-zA-Z0-9_]/g, '');
  return `instructor = '${id}' && side = 'learner' && publishedAt != ''`;
}

async function readStars(args: LoaderFunctionArgs): Promise<InstructorData['stars']> {
  const query = new URLSearchParams({
    filter: filterOfReviews(args),
    sort: '-publishedAt',
    perPage: '1000',
    skipTotal: '1',
    fields: 'rating',
  });
  type Answer = { items: { rating: number }[] };
  const { items } = await readPage<Answer>(args, `/api/collections/reviews/records?${query}`);
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: items.filter(({ rating }) => rating === stars).length }));
}

async function readReviews(args: LoaderFunctionArgs): Promise<ReviewPage> {
  const { searchParams } = new URL(args.request.url);
  const order = reviewOrders.find((each) => each === searchParams.get('order')) ?? reviewOrders[0];
  const page = Math.min(furthestReviews, Math.max(1, Math.trunc(Number(searchParams.get('reviews'))) || 1));
  const query = new URLSearchParams({
    filter: filterOfReviews(args),
    sort: `${sortOf[order]},id`,
    page: String(page),
    perPage: '10',
    expand: 'review_replies_via_review',
    fields: 'id,rating,text,tags,authorName,publishedAt,expand.review_replies_via_review.text',
  });
  type Answer = { items: PublicReview[]; totalPages: number };
  const { items, totalPages } = await readPage<Answer>(args, `/api/collections/reviews/records?${query}`);
  return { items, page, totalPages, order };
}

type Week = { minutes: number; week: number; now: Date };

async function readDays(args: LoaderFunctionArgs, instructor: PublicInstructor, { minutes, week, now }: Week) {
  const first = Date.parse(localDateOf(now, instructor.timezone)) + week * 7 * dayMs;
  const dateOf = (day: number) => new Date(first + day * dayMs).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    instructor: instructor.id,
    from: instantOfWall(dateOf(0), 0, instructor.timezone),
    to: instantOfWall(dateOf(7), 0, instructor.timezone),
    durationMinutes: String(minutes),
  });
  // Who offers no length has no times, and the server knows none to ask for.
  const { items } = instructor.lessonMinutes.includes(minutes)
    ? await readPage<SlotsAnswer>(args, `/api/marketplace/slots?${query}`)
    : { items: [] };
  return Array.from({ length: 7 }, (_, day) => {
    const date = dateOf(day);
    return { date, times: items.filter(({ localDate }) => localDate === date) };
  });
}

const handle: PageHandle = {
  meta: (loaderData) => {
    const { instructor } = loaderData as InstructorData;
    const classes = formatList(instructor.licenceClasses);
    const { fromCents, toCents } = hourlyRange(instructor);
    return {
      title: texts.instructorNameDriving({ instructorName: instructor.name }),
      description: texts.classClassesLessonsInAreas({
        classes,
        areas: formatList(instructor.areas),
        isFrom: String(toCents > fromCents),
        hourly: formatMoney(fromCents),
      }),
    };
  },
};

/** An instructor's own page, its loader and meta. */
export const instructorRoute: Pick<RouteObject, 'Component' | 'loader' | 'handle'> = {
  Component: InstructorPage,
  loader: loadInstructor,
  handle,
};
