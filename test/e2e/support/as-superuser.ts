import { type APIResponse, expect, type Page } from '@playwright/test';
import { demoLearner } from './demo-learner.ts';

async function bodyOf<T>(answer: APIResponse): Promise<T> {
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Writes records as the demonstration's superuser: for what others than the test's person do, and the clock. */
export async function asSuperuser(page: Page) {
  const data = { identity: 'root@kerbside.example', password: demoLearner.password };
  const path = (collection: string) => `/api/collections/${collection}/records`;
  const { token } = await bodyOf<{ token: string }>(
    await page.request.post('/api/collections/_superusers/auth-with-password', { data }),
  );
  const headers = { Authorization: token };
  return {
    find: async (collection: string, filter: string) => {
      const answer = await page.request.get(path(collection), { headers, params: { filter } });
      const [found] = (await bodyOf<{ items: Array<{ id: string }> }>(answer)).items;
      if (!found) throw new Error(`There is none of ${collection} with ${filter}`);
      return found;
    },
    create: async (collection: string, fields: object) =>
      bodyOf<{ id: string }>(await page.request.post(path(collection), { headers, data: fields })),
    update: async (collection: string, id: string, fields: object) =>
      bodyOf<Record<string, string>>(await page.request.patch(`${path(collection)}/${id}`, { headers, data: fields })),
    remove: (collection: string, id: string) => page.request.delete(`${path(collection)}/${id}`, { headers }),
  };
}
