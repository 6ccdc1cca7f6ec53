import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { persistedOperations } from './persisted-operations.js';
import { BASE_ROUTES } from './routes.js';

const facade = fileURLToPath(new URL('.', import.meta.url));
const checkedIn = (name: string) => readFileSync(new URL(`../gateway/${name}`, import.meta.url), 'utf8');
const manifest = persistedOperations(facade);
const operationIds = BASE_ROUTES.flatMap((route) => (route.kind === 'operation' ? [route.operationId] : []));

describe('persisted operations', () => {
  it('the checked-in manifest is that of the documents', () => {
    expect(JSON.parse(checkedIn('persisted-operations.json'))).toEqual(manifest);
  });

  it('every document has a route, and every route of the graph its document', () => {
    expect(Object.keys(manifest)).toEqual([...operationIds].sort());
  });

  it.each(Object.entries(manifest))('%s fits the schema', (_, document) => {
    expect(validate(buildSchema(checkedIn('api-schema.graphql')), parse(document))).toEqual([]);
  });

  it('no folder of documents means no operations, and a missing fragment is named', () => {
    expect(Object.keys(persistedOperations(`${facade}/public`))).toEqual([]);
    expect(() => persistedOperations(`${facade}/v1/payments`)).toThrow('PageFields');
  });
});
