import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_HASHES } from '../dashboard/src/generated/document-hashes.js';
import { operationIdOf } from '../gateway/operation-id.js';
import { planOperations } from '../gateway/plan-operations.js';
import { releasedOperations } from '../gateway/released-operations.js';
import apiSchema from '../gateway/schema-without-federation.js';
import { persistedOperations } from './persisted-operations.js';
import { BASE_ROUTES, SECURE_ROUTES } from './routes.js';

const facade = fileURLToPath(new URL('.', import.meta.url));
const gateway = fileURLToPath(new URL('../gateway/', import.meta.url));
const schema = apiSchema(`${gateway}supergraph.graphql`);
const manifest = persistedOperations(facade);
const released = releasedOperations(`${gateway}released-operations`);
const operationIds = [...BASE_ROUTES, ...SECURE_ROUTES].flatMap((route) => {
  if (route.kind === 'local') return route.runs ?? [];
  if (route.kind === 'refused') return [];
  return [route.operationId, ...(route.csvFile === undefined ? [] : [route.csvFile.operationId])];
});

describe('persisted operations', () => {
  it('the checked-in manifest is that of the documents', () => {
    expect(JSON.parse(readFileSync(`${gateway}persisted-operations.json`, 'utf8'))).toEqual(manifest);
  });

  it('the checked-in plans are those of the manifest on the checked-in supergraph (npm run generate)', () => {
    const supergraph = readFileSync(`${gateway}supergraph.graphql`, 'utf8');
    const checkedIn = JSON.parse(readFileSync(`${gateway}prepared-operations.json`, 'utf8'));
    expect(checkedIn).toEqual(planOperations(supergraph, manifest, released));
  });

  it('so are the dashboard’s documents, their plans, and the hashes that it sends', () => {
    const read = (name: string) => readFileSync(`${facade}../${name}`, 'utf8');
    const documents = persistedOperations(`${facade}../dashboard/src`);
    expect(JSON.parse(read('gateway/dashboard/generated/documents.json'))).toEqual(documents);
    const plans = planOperations(read('gateway/supergraph.graphql'), documents);
    expect(JSON.parse(read('gateway/dashboard/generated/plans.json'))).toEqual(plans);
    const hashes = Object.entries(documents).map(([name, document]) => [name, operationIdOf(document)]);
    expect(DOCUMENT_HASHES).toEqual(Object.fromEntries(hashes));
  });

  it('each has the digest of its document as id, and released ones the ids that their facades send', () => {
    const checkedIn = JSON.parse(readFileSync(`${gateway}prepared-operations.json`, 'utf8'));
    for (const [name, document] of Object.entries(manifest))
      expect(checkedIn[operationIdOf(document)]).toMatchObject({ name });
    for (const [id, document] of Object.entries(released))
      expect([id, ...(checkedIn[operationIdOf(document)].releasedAs ?? [])]).toContain(id);
    expect(Object.keys(released)).toContain('recordPayment'); // 0.2.0 sent names
  });

  it('what a released facade asks for must remain answerable', () => {
    const supergraph = readFileSync(`${gateway}supergraph.graphql`, 'utf8');
    const gone = { gone: 'query gone { nothingOfTheKind }' };
    expect(() => planOperations(supergraph, {}, gone)).toThrow('a released facade uses gone');
  });

  it('every document has a route, and every route of the graph its document', () => {
    // Two doors may open on one operation.
    expect(Object.keys(manifest)).toEqual([...new Set(operationIds)].sort());
  });

  it.each(Object.entries(manifest))('%s fits the schema', (_, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it('no folder of documents means no operations, and a missing fragment is named', () => {
    expect(Object.keys(persistedOperations(`${facade}/public`))).toEqual([]);
    expect(() => persistedOperations(`${facade}/v1/payments`)).toThrow('PageFields');
  });
});
