import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { becomeNewLearner } from './sign-in.ts';

/** Somebody who has sent everything in, over the wire. */
export async function sendIn(page: Page): Promise<string> {
  const { token } = await becomeNewLearner(page, 'Ismail bin Omar');
  const create = async (collection: string, how: object) => {
    const headers = { Authorization: token };
    const answer = await page.request.post(`/api/collections/${collection}/records`, { headers, ...how });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).id as string;
  };
  const offer = {
    licenceClasses: ['3A'],
    hourlyCents: 6600,
    areas: ['Bedok'],
    lessonMinutes: [60],
    vehiclePlate: 'SBA1234X',
  };
  const instructor = await create('instructors', { data: { name: 'Ismail bin Omar', ...offer } });
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#dcd6c4' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'licence.jpg', mimeType: 'image/jpeg', buffer };
  const paper = { instructor, kind: 'licence', expiresOn: '2029-06-30', file };
  await create('instructor_documents', { multipart: { instructor, kind: 'insurance', expiresOn: '2028-03-31', file } });
  await create('instructor_documents', { multipart: paper });
  await create('availability_rules', { data: { instructor, weekday: 1, startMinute: 540, endMinute: 1080 } });
  await create('instructor_submissions', { data: { instructor } });
  return instructor;
}

/** Ticks all of a case's checklist as right, except the 75th birthday, and dates its papers. */
export async function findAllRight(desk: Page): Promise<void> {
  for (const name of [/^On the Traffic/, /^Licence/, /^The name/, /^The picture/, /^Car:/, /^Insurance/, /^Under 75/]) {
    await desk.getByRole('group', { name }).getByRole('radio', { name: 'Right', exact: true }).check();
  }
  await desk.getByLabel('Valid until').first().fill('2029-06-30');
  await desk.getByLabel('Valid until').last().fill('2028-03-31');
}
