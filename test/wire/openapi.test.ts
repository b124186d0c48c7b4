import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineRoutes } from '#engine/engine-routes.ts';
import { startApp, type TestApp } from '#support/start-app.ts';

type Document = { paths: Record<string, Record<string, unknown>> };

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await startApp();
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document;
});
afterAll(() => app.close());

test('[25.25] the description is written once for everybody, and packed where that is taken', async () => {
  const [plain, packed] = await Promise.all(
    ['identity', 'gzip'].map((coding) =>
      fetch(`${app.url}/api/openapi.json`, { headers: { 'Accept-Encoding': coding } }),
    ),
  );
  expect(plain?.headers.get('Content-Encoding')).toBeNull();
  expect(packed?.headers.get('Content-Encoding')).toBe('gzip');
  expect(packed?.headers.get('Vary')).toContain('Accept-Encoding');
  expect(await packed?.json()).toEqual(await plain?.json());
});

test('GET /api/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? [], JSON.stringify(errors)).toEqual([]);
  expect(valid).toBe(true);
});

test('it describes every call of the records server, and no other', () => {
  const routes = engineRoutes(app.app.engine, { isShown: () => false, limit: async () => {} });
  // What browsers are sent to by a provider, what only a developer's server has, and what a dashboard loads.
  const apart = /^\/api\/(?:oauth2-redirect|dev\/)|^\/dev\/|^\/_\//;
  const served = routes
    .filter(({ path }) => !apart.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const others = /^\S+ \/api\/(?:marketplace|sandbox|stripe|collections\/(?!\{collection\}|import$|meta\/)\w)/;
  const general = described.filter((call) => !others.test(call));
  expect(general.sort()).toEqual(served.sort());
});
