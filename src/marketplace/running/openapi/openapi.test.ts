import { describe, expect, test } from 'vitest';
import type { Engine } from '#engine/engine.ts';
import { marketplaceCollections } from '../../marketplace-collections.ts';
import { marketplaceRoutes } from '../../marketplace-routes.ts';
import { createSandboxProvider } from '../../money/payments/sandbox-provider.ts';
import { buildOpenApi } from './build-openapi.ts';
import { marketplaceCalls } from './marketplace-calls.ts';
import type { Operation } from './schema.ts';

type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const document = JSON.parse(JSON.stringify(buildOpenApi(marketplaceCollections, 'http://127.0.0.1:8090'))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));
}

describe('the OpenAPI document', () => {
  test('describes every call below /api/marketplace and the sandbox, and no other', () => {
    const routes = marketplaceRoutes(
      { restoration: { add: () => {} } } as unknown as Engine,
      createSandboxProvider(),
      {},
    );
    const calls = routes.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.includes('openapi'));
    expect(Object.keys(marketplaceCalls).sort()).toEqual(calls.sort());
  });

  test('describes the five record calls of each collection', () => {
    for (const { name } of marketplaceCollections) {
      expect(Object.keys(document.paths[`/api/collections/${name}/records`] ?? {})).toEqual(['get', 'post']);
      expect(Object.keys(document.paths[`/api/collections/${name}/records/{id}`] ?? {})).toEqual([
        'get',
        'patch',
        'delete',
      ]);
    }
  });

  test('points only at parts that it has', () => {
    for (const reference of references(document)) {
      const [, , kind = '', name = ''] = reference.split('/');
      expect(document.components[kind], reference).toHaveProperty(name);
    }
  });

  test('names each operation once and declares each part of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(declared, path).toEqual(inPath);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
    }
  });

  test('shows no hidden field and no password in an answer', () => {
    const users = document.components.schemas?.users as { properties: Record<string, unknown> };
    const lessons = document.components.schemas?.lessons as { properties: Record<string, unknown> };
    expect(users.properties).toHaveProperty('email');
    for (const secret of ['password', 'tokenKey']) expect(users.properties).not.toHaveProperty(secret);
    expect(lessons.properties).not.toHaveProperty('startCode');
  });
});
