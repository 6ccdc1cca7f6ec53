import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { Api, type ApiAnswer } from '../support/api.js';
import { problemsOf } from '../support/both-surfaces.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { call } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Merge fields and assets: the placeholders of a workspace's templates. They differ in `value` and `url`. */

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let byKey: Api;
let byToken: Api;
let workspaceId: string;
let foreignWorkspaceId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  byKey = new Api(instance.baseUrl, (await lender.key()).plaintext);
  byToken = await lender.api();
  [workspaceId, foreignWorkspaceId] = [await lender.workspace(), await other.workspace()];
});
afterAll(() => instance.close());

type Body = Readonly<Record<string, unknown>>;

interface Kind {
  readonly path: string;
  readonly notFound: string;
  /** The fields that only one of the two kinds has. */
  readonly own: Body;
  readonly required: Body;
}

const FIELDS: Kind = {
  path: '/workspace-merge-fields',
  notFound: 'merge_field_not_found',
  own: { value: 'Alder Lending' },
  required: { value: '' },
};
const ASSETS: Kind = {
  path: '/workspace-assets',
  notFound: 'asset_not_found',
  own: { url: 'https://files.example.com/logo.png' },
  required: {},
};
const KINDS = [
  [FIELDS.path, FIELDS],
  [ASSETS.path, ASSETS],
] as const;

const fresh = () => `p_${newId()}`;
const problem = refusalOf;
const create = (kind: Kind, body: Body = {}, api: Api = byKey) =>
  call(api, 'POST', `${kind.path}/`, {
    workspace_id: workspaceId,
    placeholder: fresh(),
    name: 'n',
    description: 'd',
    ...kind.own,
    ...body,
  });
const put = ({ path }: Kind, id: string, body: unknown, api: Api = byKey) => call(api, 'PUT', `${path}/${id}`, body);
const read = ({ path }: Kind, id: string, api: Api = byKey) => api.get(`${path}/${id}`);

async function created(kind: Kind, body: Body = {}): Promise<ApiAnswer['json']> {
  const answer = await create(kind, body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json;
}

describe.each(KINDS)('POST %s/', (path, kind) => {
  it('201 with the record, with key and token, with and without a trailing slash; GET returns the same', async () => {
    for (const api of [byKey, byToken]) {
      for (const end of ['/', '']) {
        const body = { workspace_id: workspaceId, placeholder: fresh(), name: 'n', description: 'd', ...kind.own };
        const answer = await call(api, 'POST', `${path}${end}`, { ...body, is_active: false });
        expect(answer.status).toBe(201);
        const { id, created_at, ...rest } = answer.json;
        expect([id, created_at]).toEqual([expect.stringMatching(/^[0-9A-Z]{26}$/), expect.stringMatching(/Z$/)]);
        expect(rest).toEqual({ ...body, is_active: false });
        expect((await read(kind, `${id}${end}`, api)).json).toEqual(answer.json);
      }
    }
  });

  it('201 with only the required fields: without description, active', async () => {
    const body = { workspace_id: workspaceId, placeholder: fresh(), name: 'n', ...kind.required };
    const { json } = await call(byToken, 'POST', path, body);
    expect(json).toMatchObject({ ...body, description: '', is_active: true });
    expect(json.url ?? null).toBeNull();
  });

  it('422 lists every field that is missing, has a wrong type or is unknown', async () => {
    const answer = await call(byKey, 'POST', path, {
      name: 5,
      description: [],
      is_active: 'yes',
      organization_id: 'x',
    });
    expect(problemsOf(answer)).toEqual(
      [
        'body.description string_type',
        'body.is_active bool_type',
        'body.name string_type',
        'body.organization_id extra_forbidden',
        'body.placeholder missing',
        'body.workspace_id missing',
        ...(kind === FIELDS ? ['body.value missing'] : []),
      ].sort(),
    );
  });

  it.each(['', '1st', 'first name', 'first-name', 'a.b', 'é', '{{a}}', `a${'b'.repeat(64)}`, 'a\n'])(
    '422 at body.placeholder for %j',
    async (placeholder) => {
      expect(problemsOf(await create(kind, { placeholder }))).toEqual(['body.placeholder string_pattern_mismatch']);
    },
  );

  it.each(['true', 'nil', 'empty', 'forloop'])(
    '422 at body.placeholder for %s, a Liquid keyword',
    async (placeholder) => {
      expect(problemsOf(await create(kind, { placeholder }))).toEqual(['body.placeholder value_error']);
    },
  );

  it('the contract document’s pattern decides whether a text is accepted, on creation and on update', async () => {
    const words = ['true', 'false', 'nil', 'in', 'as', 'empty', 'forloop', 'True', 'truest', 'in_', 'inn', '_', 'A9'];
    const texts = [...words, '', '1st', 'first name', 'a-b', 'a.b', 'é', 'a\n', 'in\n', 'a'.repeat(64), 'a'.repeat(65)];
    const { schemas } = (await byKey.get('/openapi.json')).json.components;
    const record = kind === FIELDS ? 'WorkspaceMergeField' : 'WorkspaceAsset';
    const workspace_id = await lender.workspace();
    for (const placeholder of texts) {
      const patterns = ['Create', 'Update'].map(
        (verb) => schemas[`${verb}${record}Request`].properties.placeholder.pattern,
      );
      const made = await create(kind, { placeholder, workspace_id });
      const isTaken = made.status === 201;
      expect([placeholder, ...patterns.map((pattern) => new RegExp(pattern, 'u').test(placeholder))]).toEqual([
        placeholder,
        isTaken,
        isTaken,
      ]);
    }
  });

  it('201 for the maximum length of every field; 422 for one character more', async () => {
    const longest = {
      placeholder: `${kind === FIELDS ? 'f' : '_'}${'9'.repeat(63)}`,
      name: 'é'.repeat(200),
      description: 'é'.repeat(2_000),
    };
    const own = kind === FIELDS ? { value: 'é'.repeat(10_000) } : { url: `https://a.example/${'x'.repeat(1_982)}` };
    expect((await create(kind, { ...longest, ...own })).status).toBe(201);
    const over = Object.entries({ ...longest, ...own }).map(([name, value]) => [name, `${value}x`]);
    expect(problemsOf(await create(kind, Object.fromEntries(over)))).toEqual(
      [
        'body.description string_too_long',
        'body.name string_too_long',
        'body.placeholder string_pattern_mismatch',
        kind === FIELDS ? 'body.value string_too_long' : 'body.url string_too_long',
      ].sort(),
    );
  });

  it('422 at body.workspace_id, with the same error for a foreign, a missing and a malformed one', async () => {
    const answers = [foreignWorkspaceId, newId(), 'not-an-id'].map(async (id) => {
      const answer = await create(kind, { workspace_id: id });
      expect(problemsOf(answer)).toEqual(['body.workspace_id value_error']);
      return answer.text.replaceAll(id, 'ID');
    });
    expect(new Set(await Promise.all(answers)).size).toBe(1);
  });
});

describe('the address of an asset', () => {
  it.each([
    'http://files.example.com/a.png',
    'javascript:alert(1)',
    'files.example.com/a.png',
    'https://',
    'https://a.example/"onerror="x',
    'https://a.example/<b>',
    'https://a.example/a b',
  ])('422 for %s', async (url) => {
    expect(problemsOf(await create(ASSETS, { url }))).toEqual(['body.url value_error']);
  });

  it('can be set later, once: then another one is 422, and the same one 200', async () => {
    const { id } = await created(ASSETS, { url: null });
    expect((await put(ASSETS, id, { url: 'https://a.example/' })).json).toMatchObject({ url: 'https://a.example/' });
    const other = await put(ASSETS, id, { name: 'moved', url: 'https://b.example/' });
    expect(problemsOf(other)).toEqual(['body.url value_error']);
    const again = await put(ASSETS, id, { url: 'https://a.example/', is_active: false });
    expect(again.json).toMatchObject({ url: 'https://a.example/', name: 'n', is_active: false });
  });
});

describe.each(KINDS)('PUT %s/{id}', (_, kind) => {
  it.each<[what: string, body: Body, becomes: Body]>([
    ['nothing', {}, {}],
    ['null for every field', { placeholder: null, name: null, description: null, is_active: null }, {}],
    ['a name', { name: 'Other' }, { name: 'Other' }],
    ['a description, empty', { description: '' }, { description: '' }],
    ['is_active', { is_active: false }, { is_active: false }],
  ])('200 with %s: omitted and null fields keep their values', async (_what, body, becomes) => {
    for (const api of [byKey, byToken]) {
      const before = await created(kind);
      const answer = await put(kind, before.id, body, api);
      expect([answer.status, answer.json]).toEqual([200, { ...before, ...becomes }]);
      expect((await read(kind, before.id)).json).toEqual(answer.json);
    }
  });

  it('200 with another placeholder, or its own; with a trailing slash', async () => {
    const [before, placeholder] = [await created(kind), fresh()];
    expect((await put(kind, `${before.id}/`, { placeholder })).json).toEqual({ ...before, placeholder });
    expect((await put(kind, before.id, { placeholder })).status).toBe(200);
    expect((await create(kind, { placeholder: before.placeholder })).status).toBe(201);
  });

  it('422 for wrong types, bad placeholders and unknown fields', async () => {
    const { id } = await created(kind);
    const body = { placeholder: 'a b', name: '', description: 1, is_active: 0, workspace_id: workspaceId, id };
    expect(problemsOf(await put(kind, id, body))).toEqual([
      'body.description string_type',
      'body.id extra_forbidden',
      'body.is_active bool_type',
      'body.name string_too_short',
      'body.placeholder string_pattern_mismatch',
      'body.workspace_id extra_forbidden',
    ]);
  });

  it('404, the same bytes for a foreign, a missing and a malformed id, reading and writing', async () => {
    const foreign = await create(kind, { workspace_id: foreignWorkspaceId }, await other.api());
    expect(foreign.status).toBe(201);
    for (const id of [foreign.json.id, newId(), 'x']) {
      for (const answer of [await read(kind, id), await put(kind, id, { name: 'mine', placeholder: fresh() })]) {
        expect([answer.status, answer.json]).toEqual([404, problem(kind.notFound)]);
      }
    }
  });
});

it('a merge field’s value: a sent value replaces it, even an empty one; null keeps it', async () => {
  const before = await created(FIELDS);
  expect((await put(FIELDS, before.id, { value: null })).json.value).toBe('Alder Lending');
  expect((await put(FIELDS, before.id, { value: '' })).json.value).toBe('');
});

describe('placeholders are unique per workspace, across merge fields and assets', () => {
  it.each([
    ['field', FIELDS, 'field', FIELDS],
    ['field', FIELDS, 'asset', ASSETS],
    ['asset', ASSETS, 'field', FIELDS],
    ['asset', ASSETS, 'asset', ASSETS],
  ] as const)('taken by a(n) %s: 422 at body.placeholder for a(n) %s, created or changed', async (...row) => {
    const [, holder, , claimer] = row;
    const { placeholder } = await created(holder, { is_active: false });
    expect(problemsOf(await create(claimer, { placeholder }))).toEqual(['body.placeholder value_error']);
    const { id } = await created(claimer);
    expect(problemsOf(await put(claimer, id, { placeholder, name: 'changed' }))).toEqual([
      'body.placeholder value_error',
    ]);
    expect((await read(claimer, id)).json.name).toBe('n');
  });

  it('another workspace may use it', async () => {
    const { placeholder } = await created(FIELDS);
    expect((await create(ASSETS, { workspace_id: await lender.workspace(), placeholder })).status).toBe(201);
  });

  it('of many concurrent claims, one succeeds', async () => {
    const [field, asset] = [await created(FIELDS), await created(ASSETS)];
    for (let round = 0; round < 5; round += 1) {
      const placeholder = fresh();
      const answers = await Promise.all([
        ...[FIELDS, ASSETS, FIELDS, ASSETS].map((kind) => create(kind, { placeholder })),
        put(FIELDS, field.id, { placeholder }),
        put(ASSETS, asset.id, { placeholder }),
      ]);
      const statuses = answers.map(({ status }) => (status === 200 || status === 201 ? 'got it' : status));
      expect(statuses.sort()).toEqual([422, 422, 422, 422, 422, 'got it']);
    }
  });
});

describe.each(KINDS)('GET %s/', (path, kind) => {
  it('newest first, including inactive ones, optionally for one workspace, in pages', async () => {
    const own = await lender.workspace();
    const of = (body: Body) => created(kind, { workspace_id: own, ...body });
    const rows = [await of({ is_active: false }), await of({})].reverse();
    const get = async (query: string) => (await byToken.get(`${path}/?${query}`)).json;
    expect((await get(`workspace_id=${own}`)).items).toEqual(rows);
    const first = await get(`workspace_id=${own}&limit=1`);
    expect([first.items, first.page.has_more]).toEqual([[rows[0]], true]);
    expect((await get(`workspace_id=${own}&limit=1&cursor=${first.page.next_cursor}`)).items).toEqual([rows[1]]);
    for (const none of [foreignWorkspaceId, newId(), 'x'])
      expect((await get(`workspace_id=${none}`)).items).toEqual([]);
  });
});

describe.each(KINDS)('scopes of %s', (_, kind) => {
  it.each([
    ['workspace:read', [200, 403, 403]],
    ['workspace:write', [403, 201, 200]],
    ['email_templates:write', [403, 403, 403]],
  ])('%s alone reads, creates, changes: %j', async (scope, statuses) => {
    const { id } = await created(kind);
    const { plaintext } = await lender.key([scope]);
    for (const api of [new Api(instance.baseUrl, plaintext), await lender.api([scope])]) {
      const answers = [await read(kind, id, api), await create(kind, {}, api), await put(kind, id, {}, api)];
      expect(answers.map(({ status }) => status)).toEqual(statuses);
    }
  });
});

describe('over GraphQL', () => {
  it.each([
    ['WorkspaceMergeField', 'value', 'Alder'],
    ['WorkspaceAsset', 'url', 'https://a.example/logo.png'],
  ])('%s: create, update, read, list', async (type, own, value) => {
    const ask = graphClient(instance.graphqlUrl, byToken.token);
    const name = `workspace${type.slice('Workspace'.length)}`;
    const fields = `id organizationId workspaceId placeholder name description ${own} isActive createdAt workspace { id }`;
    const input = { workspaceId, placeholder: fresh(), name: 'n', [own]: value };
    const made = await ask(`mutation ($input: Create${type}Input!) { create${type}(input: $input) { ${fields} } }`, {
      input,
    });
    const record = made.json.data[`create${type}`];
    expect(record).toMatchObject({ ...input, organizationId: lender.organizationId, description: '', isActive: true });
    const changed = await ask(
      `mutation ($id: ID!) { update${type}(id: $id, input: { isActive: false, name: null }) { ${fields} } }`,
      { id: record.id },
    );
    const now = { ...record, isActive: false };
    expect(changed.json.data[`update${type}`]).toEqual(now);
    const found = await ask(
      `query ($id: ID!, $workspaceId: ID!) {
        ${name}(id: $id) { ${fields} }
        ${name}s(workspaceId: $workspaceId, limit: 1) { items { ${fields} } }
      }`,
      { id: record.id, workspaceId },
    );
    expect(found.json.data).toEqual({ [name]: now, [`${name}s`]: { items: [now] } });
  });

  it('returns a workspace; the code for 404 for a foreign one', async () => {
    const ask = graphClient(instance.graphqlUrl, byToken.token);
    const query = 'query ($id: ID!) { workspace(id: $id) { id name } }';
    expect((await ask(query, { id: workspaceId })).json.data.workspace).toEqual({
      id: workspaceId,
      name: 'Servicing mail',
    });
    for (const id of [foreignWorkspaceId, newId(), 'x']) {
      expect((await ask(query, { id })).json.errors[0].extensions.code).toBe('workspace_not_found');
    }
  });
});
