import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { MOST_TAGS } from '../../core/contract/messaging-request-bodies.js';
import { Problem } from '../../core/errors/problem.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { LiquidProcess } from '../../subgraphs/messaging/email/liquid/liquid-child-process.js';
import { Api } from '../support/api.js';
import { problemsOf } from '../support/both-surfaces.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { call } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

// The serving process never parses and does not even load the library. The separate process runs the compiled
// program.
vi.mock('liquidjs', () => {
  throw new Error('liquidjs must be loaded only in the process that parses and renders');
});

let instance: TestInstance;
let lender: Lender;
let other: Lender;
/** The same caller with its key and with a token. */
let byKey: Api;
let byToken: Api;
let ask: Ask;
let workspaceId: string;
let foreignWorkspaceId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  byKey = new Api(instance.baseUrl, (await lender.key()).plaintext);
  byToken = await lender.api();
  ask = graphClient(instance.graphqlUrl, byToken.token);
  [workspaceId, foreignWorkspaceId] = [await lender.workspace(), await other.workspace()];
});
afterAll(() => instance.close());

type Body = Readonly<Record<string, unknown>>;

const WHOLE = {
  name: 'Reminder',
  subject_template: 'Hello {{ first_name }}',
  description: 'sent before a due date',
  html_template: '<p>{{ first_name }}</p>',
  text_template: '{{ first_name }}',
};
const problem = refusalOf;
const create = (body: Body = {}, api: Api = byKey) =>
  call(api, 'POST', '/email-templates/', { workspace_id: workspaceId, ...WHOLE, ...body });
const put = (id: string, body: unknown, api: Api = byKey) => call(api, 'PUT', `/email-templates/${id}`, body);
const read = (id: string, api: Api = byKey) => api.get(`/email-templates/${id}`);
const preview = (id: string, body: unknown = {}, api: Api = byKey) =>
  call(api, 'POST', `/email-templates/${id}/preview`, body);

async function created(body: Body = {}): Promise<string> {
  const answer = await create(body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json.id;
}

describe('POST /email-templates/', () => {
  it('201 with the record, with key and token, with and without a trailing slash; GET returns the same', async () => {
    for (const api of [byKey, byToken]) {
      for (const path of ['/email-templates/', '/email-templates']) {
        const answer = await call(api, 'POST', path, { workspace_id: workspaceId, ...WHOLE });
        expect(answer.status).toBe(201);
        const { id, created_at, ...rest } = answer.json;
        expect(id).toMatch(/^[0-9A-Z]{26}$/);
        expect(created_at).toMatch(/Z$/);
        expect(rest).toEqual({ workspace_id: workspaceId, ...WHOLE });
        expect((await read(id, api)).json).toEqual(answer.json);
        expect((await read(`${id}/`, api)).json).toEqual(answer.json);
      }
    }
  });

  it('201 with only the required fields: the others are null, whether sent as null or omitted', async () => {
    const required = { workspace_id: workspaceId, name: 'n', subject_template: 's' };
    const nothing = { description: null, html_template: null, text_template: null };
    for (const body of [required, { ...required, ...nothing }]) {
      expect((await call(byKey, 'POST', '/email-templates/', body)).json).toMatchObject({ ...required, ...nothing });
    }
  });

  it('422 lists every field that is missing, has a wrong type or is unknown', async () => {
    expect(problemsOf(await call(byKey, 'POST', '/email-templates/', {}))).toEqual([
      'body.name missing',
      'body.subject_template missing',
      'body.workspace_id missing',
    ]);
    const wrong = { workspace_id: 1, name: null, subject_template: [], description: 5, html_template: {}, extra: 1 };
    expect(problemsOf(await create(wrong))).toEqual([
      'body.description string_type',
      'body.extra extra_forbidden',
      'body.html_template string_type',
      'body.name string_type',
      'body.subject_template string_type',
      'body.workspace_id string_type',
    ]);
  });

  it.each([
    ['name', 200],
    ['subject_template', 998],
    ['description', 2_000],
    ['html_template', 200_000],
    ['text_template', 200_000],
  ])('%s: %i characters at most', async (field, most) => {
    expect((await create({ [field]: 'é'.repeat(most) })).status).toBe(201);
    expect(problemsOf(await create({ [field]: 'é'.repeat(most + 1) }))).toEqual([`body.${field} string_too_long`]);
  });

  it.each(['name', 'subject_template'])('%s: not empty', async (field) => {
    expect(problemsOf(await create({ [field]: '' }))).toEqual([`body.${field} string_too_short`]);
  });

  it('422 at body.workspace_id, with the same error for a foreign, a missing and a malformed one', async () => {
    const answers = await Promise.all(
      [foreignWorkspaceId, newId(), 'not-an-id'].map(async (id) => {
        const { status, text } = await create({ workspace_id: id });
        return `${status} ${text.replaceAll(id, 'ID')}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]?.slice(4) ?? '').detail).toMatchObject([
      { loc: ['body', 'workspace_id'], type: 'value_error' },
    ]);
  });
});

describe('templates that are not Liquid', () => {
  it('422 at each field, with the error, its line and its column', async () => {
    const answer = await create({
      subject_template: '{{ a | nope }}',
      html_template: '<p>\n<b>\n  {% if a %}</p>',
      text_template: '{% include "secrets" %}',
    });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toMatchObject([
      {
        loc: ['body', 'subject_template'],
        msg: 'Value error, undefined filter: nope',
        type: 'value_error',
        input: '{{ a | nope }}',
        ctx: { error: 'undefined filter: nope', line: 1, column: 1 },
      },
      { loc: ['body', 'html_template'], ctx: { error: 'tag {% if a %} not closed', line: 3, column: 3 } },
      { loc: ['body', 'text_template'], ctx: { error: 'tag "include" not found', line: 1 } },
    ]);
  });

  it.each(['{% render "/etc/passwd" %}', '{% layout "x" %}', '{% unknown %}', '{{ a', '{% for %}{% endfor %}'])(
    'PUT: 422 for %s, and nothing changes',
    async (template) => {
      const id = await created();
      const before = await read(id);
      expect(problemsOf(await put(id, { name: 'changed', html_template: template }))).toEqual([
        'body.html_template value_error',
      ]);
      expect((await read(id)).text).toBe(before.text);
    },
  );
});

describe('the cost of parsing', () => {
  const TAGS = '{{a}}'.repeat(39_999);
  const parse = vi.spyOn(LiquidProcess.prototype, 'parse');
  beforeEach(() => {
    parse.mockClear();
  });

  it('20 changes of a missing template in one mutation: no body is parsed or validated', async () => {
    const ids = [newId(), 'x'];
    const fields = Array.from(
      { length: 20 },
      (_, index) =>
        `u${index}: updateEmailTemplate(id: "${ids[index % 2]}", input: { htmlTemplate: $tags, textTemplate: $tags }) { id }`,
    );
    const answer = await ask(`mutation ($tags: String!) { ${fields.join(' ')} }`, { tags: TAGS });
    const codes = answer.json.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    expect(new Set(codes)).toEqual(new Set(['email_template_not_found']));
    expect(parse).not.toHaveBeenCalled();
  });

  it('20 new templates for a workspace out of scope in one mutation: their bodies are not validated', async () => {
    const ids = [newId(), foreignWorkspaceId, 'x'];
    const fields = Array.from(
      { length: 20 },
      (_, n) =>
        `c${n}: createEmailTemplate(input: { workspaceId: "${ids[n % 3]}", name: $tags, subjectTemplate: $tags, htmlTemplate: $tags }) { id }`,
    );
    const answer = await ask(`mutation ($tags: String!) { ${fields.join(' ')} }`, { tags: TAGS });
    const issues = answer.json.errors.map((error: { extensions: { issues: { loc: string[] }[] } }) =>
      error.extensions.issues.map(({ loc }) => loc.at(-1)),
    );
    expect(issues).toEqual(Array.from({ length: 20 }, () => [expect.stringMatching(/^workspace_?id$/i)]));
    expect(parse).not.toHaveBeenCalled();
  });

  it('a workspace out of scope is rejected before parsing, also as the target of a move', async () => {
    const id = await created();
    parse.mockClear();
    for (const unreachable of [foreignWorkspaceId, newId(), 'x']) {
      const faulty = { workspace_id: unreachable, html_template: '{{ a' };
      for (const answer of [await create(faulty), await put(id, faulty)]) {
        expect(problemsOf(answer)).toEqual(['body.workspace_id value_error']);
      }
    }
    expect(parse).not.toHaveBeenCalled();
  });

  it.each<[what: string, most: string, more: string]>([
    ['outputs', '{{a}}'.repeat(MOST_TAGS), '{{a}}'.repeat(MOST_TAGS + 1)],
    ['tags', '{% if a %}{% endif %}'.repeat(MOST_TAGS / 2), '{% if a %}{% endif %}'.repeat(MOST_TAGS / 2 + 1)],
    [
      'lines of a liquid tag',
      `{%- liquid${'\necho a'.repeat(MOST_TAGS - 1)} %}`,
      `{%-\nliquid${'\necho a'.repeat(MOST_TAGS)} %}`,
    ],
    ['lines without one', '\n'.repeat(MOST_TAGS * 2), `${'{{ a }}\n'.repeat(MOST_TAGS)}{{ a }}`],
  ])('%s: the maximum is parsed; one more is 422 at its field without parsing', async (_, most, more) => {
    expect((await create({ html_template: most })).status).toBe(201);
    parse.mockClear();
    for (const field of ['html_template', 'text_template']) {
      expect(problemsOf(await create({ [field]: more }))).toEqual([`body.${field} value_error`]);
    }
    expect(parse).not.toHaveBeenCalled();
  });

  it('each save and each preview waits in the turn of the template’s organization', async () => {
    const render = vi.spyOn(LiquidProcess.prototype, 'render');
    const id = await created();
    await put(id, { text_template: '{{ b }}' });
    await preview(id);
    expect(parse.mock.calls).toEqual([
      [lender.organizationId, expect.objectContaining({ html_template: WHOLE.html_template })],
      [lender.organizationId, { text_template: '{{ b }}' }],
    ]);
    expect(render.mock.calls).toEqual([[lender.organizationId, expect.anything()]]);
    render.mockRestore();
  });

  it('503 with Retry-After when too many tasks of the organization wait; nothing changes', async () => {
    const id = await created();
    parse.mockRejectedValueOnce(new Problem('service_unavailable'));
    const answer = await put(id, { html_template: 'later' });
    expect([answer.status, answer.json]).toEqual([503, problem('service_unavailable')]);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await read(id)).json.html_template).toBe(WHOLE.html_template);
  });
});

describe('PUT /email-templates/{id}', () => {
  it.each<[what: string, body: Body, becomes: Body]>([
    ['nothing', {}, {}],
    ['null for non-nullable fields', { workspace_id: null, name: null, subject_template: null }, {}],
    [
      'null for nullable fields',
      { description: null, html_template: null, text_template: null },
      { description: null, html_template: null, text_template: null },
    ],
    ['a name', { name: 'Other' }, { name: 'Other' }],
    ['a subject', { subject_template: '{{ x }}' }, { subject_template: '{{ x }}' }],
    [
      'the others',
      { description: 'd', html_template: '', text_template: 't' },
      { description: 'd', html_template: '', text_template: 't' },
    ],
  ])('200 with %s: omitted fields keep their values', async (_, body, becomes) => {
    for (const api of [byKey, byToken]) {
      const id = await created();
      const before = (await read(id)).json;
      const answer = await put(id, body, api);
      expect([answer.status, answer.json]).toEqual([200, { ...before, ...becomes }]);
      expect((await read(id)).json).toEqual(answer.json);
    }
  });

  it('moves a template to another workspace in scope; 422 at body.workspace_id for one out of scope', async () => {
    const [id, next] = [await created(), await lender.workspace()];
    expect((await put(`${id}/`, { workspace_id: next })).json.workspace_id).toBe(next);
    for (const unreachable of [foreignWorkspaceId, newId(), 'x']) {
      expect(problemsOf(await put(id, { workspace_id: unreachable }))).toEqual(['body.workspace_id value_error']);
    }
    expect((await read(id)).json.workspace_id).toBe(next);
  });

  it('422 at body.workspace_id for a workspace of another organization, also with both in the key’s scope', async () => {
    const made = await createApiKey(instance.resources, {
      name: 'both',
      organizationIds: [lender.organizationId, other.organizationId],
      scopes: SCOPES,
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
    const byBoth = new Api(instance.baseUrl, made.plaintext);
    const id = await created();
    const answer = await put(id, { workspace_id: foreignWorkspaceId }, byBoth);
    expect(problemsOf(answer)).toEqual(['body.workspace_id value_error']);
    expect((await read(id, byBoth)).json.workspace_id).toBe(workspaceId);
  });

  it('422 for wrong types, empty names and unknown fields', async () => {
    const body = { id: 'x', created_at: '2026-01-01', name: '', subject_template: 5, html_template: true };
    expect(problemsOf(await put(await created(), body))).toEqual([
      'body.created_at extra_forbidden',
      'body.html_template string_type',
      'body.id extra_forbidden',
      'body.name string_too_short',
      'body.subject_template string_type',
    ]);
  });

  it('404 email_template_not_found, the same bytes for a foreign, a missing and a malformed id, on every operation', async () => {
    const foreign = (
      await call(await other.api(), 'POST', '/email-templates/', { workspace_id: foreignWorkspaceId, ...WHOLE })
    ).json.id;
    for (const id of [foreign, newId(), 'x', '..%2f']) {
      for (const answer of [await read(id), await put(id, { name: 'mine' }), await preview(id)]) {
        expect([answer.status, answer.json]).toEqual([404, problem('email_template_not_found')]);
      }
    }
  });
});

describe('GET /email-templates/', () => {
  it('newest first, optionally for one workspace, in pages', async () => {
    const own = await lender.workspace();
    const ids = [await created({ workspace_id: own }), await created({ workspace_id: own })].reverse();
    const idsOf = async (query: string) =>
      (await byToken.get(`/email-templates/?${query}`)).json.items.map(({ id }: { id: string }) => id);
    expect(await idsOf(`workspace_id=${own}`)).toEqual(ids);
    expect((await idsOf('')).slice(0, 2)).toEqual(ids);
    const first = (await byKey.get(`/email-templates?workspace_id=${own}&limit=1`)).json;
    expect([first.items[0].id, first.page.has_more, first.page.limit]).toEqual([ids[0], true, 1]);
    const second = await idsOf(`workspace_id=${own}&limit=1&cursor=${first.page.next_cursor}`);
    expect(second).toEqual([ids[1]]);
    for (const none of [foreignWorkspaceId, newId(), 'x']) expect(await idsOf(`workspace_id=${none}`)).toEqual([]);
  });

  it('422 for a cursor of another workspace’s list, a bad limit and a bad date', async () => {
    const { next_cursor: cursor } = (await byKey.get('/email-templates/?limit=1')).json.page;
    for (const query of [`cursor=${cursor}&workspace_id=${workspaceId}`, 'limit=0', 'from=2026-02-30']) {
      expect((await byKey.get(`/email-templates/?${query}`)).status).toBe(422);
    }
  });
});

describe('scopes', () => {
  it.each([
    ['email_templates:read', [200, 403, 403, 200]],
    ['email_templates:write', [403, 201, 200, 403]],
    ['workspace:write', [403, 403, 403, 403]],
  ])('%s alone reads, creates, changes, previews: %j', async (scope, statuses) => {
    const id = await created();
    const { plaintext } = await lender.key([scope]);
    for (const api of [new Api(instance.baseUrl, plaintext), await lender.api([scope])]) {
      const answers = [await read(id, api), await create({}, api), await put(id, {}, api), await preview(id, {}, api)];
      expect(answers.map(({ status }) => status)).toEqual(statuses);
    }
  });

  it('401 without a credential', async () => {
    const answer = await call(new Api(instance.baseUrl, ''), 'GET', '/email-templates/');
    expect(answer.status).toBe(401);
  });
});

describe('POST /email-templates/{id}/preview', () => {
  const VALUES = `{{ company }}|{{ logo }}|{{ hidden }}|{{ first_name }}|{{ unset_logo }}`;

  async function furnishedWorkspace(): Promise<string> {
    const workspace_id = await lender.workspace();
    const field = (placeholder: string, value: string, is_active = true) =>
      call(byKey, 'POST', '/workspace-merge-fields/', { workspace_id, placeholder, name: 'n', value, is_active });
    const asset = (placeholder: string, url: string | null) =>
      call(byKey, 'POST', '/workspace-assets/', { workspace_id, placeholder, name: 'n', url });
    await field('company', '<script>alert("&")</script>');
    await field('hidden', 'never shown', false);
    await asset('logo', 'https://files.example.com/logo.png?a=1&b=2');
    await asset('unset_logo', null);
    return workspace_id;
  }

  it('200: active fields and assets, then sample data; escapes only in HTML; lists unfilled placeholders', async () => {
    const id = await created({
      workspace_id: await furnishedWorkspace(),
      subject_template: 'For {{ first_name }} of {{ company }}',
      html_template: VALUES,
      text_template: VALUES,
    });
    for (const api of [byKey, byToken]) {
      const answer = await preview(id, { sample_data: { first_name: 'Ada' } }, api);
      expect([answer.status, answer.json]).toEqual([
        200,
        {
          subject: 'For Ada of <script>alert("&")</script>',
          html: '&lt;script&gt;alert(&#34;&amp;&#34;)&lt;/script&gt;|https://files.example.com/logo.png?a=1&amp;b=2||Ada|',
          text: '<script>alert("&")</script>|https://files.example.com/logo.png?a=1&b=2||Ada|',
          unfilled: ['hidden', 'unset_logo'],
          truncated: false,
        },
      ]);
    }
    const wins = await preview(id, { sample_data: { company: 'Sample', first_name: '<b>' } });
    expect(wins.json.html).toMatch(/^Sample\|.*\|&lt;b&gt;\|$/);
  });

  it('fills the workspace’s values for callers with workspace:read; for others their names stay unfilled', async () => {
    const id = await created({ workspace_id: await furnishedWorkspace(), subject_template: 'Of {{ company }}' });
    const { plaintext } = await lender.key(['email_templates:read']);
    const answer = await preview(id, {}, new Api(instance.baseUrl, plaintext));
    expect(answer.json).toMatchObject({ subject: 'Of', unfilled: expect.arrayContaining(['company']) });
    expect(answer.text).not.toContain('script');
  });

  it('200 without a body, with {} and with null: html and text are null if the template has none', async () => {
    const id = await created({ html_template: null, text_template: null });
    const nothing = { subject: 'Hello', html: null, text: null, unfilled: ['first_name'], truncated: false };
    for (const body of [undefined, {}, { sample_data: null }]) {
      const answer = await preview(id, body);
      expect([answer.status, answer.json]).toEqual([200, nothing]);
    }
  });

  it.each<[body: unknown, problems: readonly string[]]>([
    [{ sample_data: [] }, ['body.sample_data model_attributes_type']],
    [{ sample_data: 'x' }, ['body.sample_data model_attributes_type']],
    [{ sample: {} }, ['body.sample extra_forbidden']],
    [[], ['body model_attributes_type']],
  ])('422 for %j', async (body, problems) => {
    expect(problemsOf(await preview(await created(), body))).toEqual(problems);
  });

  it('422, not 500, for endlessly nested sample data', async () => {
    const deep = `{"sample_data":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`;
    const answer = await byKey.post(`/email-templates/${await created()}/preview`, deep);
    expect([400, 422]).toContain(answer.status);
    const members = { sample_data: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) };
    expect(problemsOf(await preview(await created(), members))).toEqual(['body.sample_data value_error']);
  });

  it('422 at the template’s field when rendering fails with this data', async () => {
    const id = await created({ text_template: 'a\n{{ first_name | append }}' });
    const answer = await preview(id);
    expect([answer.status, answer.json.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'text_template'], type: 'value_error', ctx: { error: 'append expect 2 arguments', line: 2 } },
    ]);
  });

  it('422 for nearly endless loops; other requests are served during the loop, and the next preview works', async () => {
    const endless = await created({ html_template: '{% for i in (1..100000000) %}x{% endfor %}' });
    const nested = await created({
      html_template: `${'{% for i in (1..3000) %}'.repeat(5)}${'{% endfor %}'.repeat(5)}`,
    });
    const plain = await created();
    expect(problemsOf(await preview(endless))).toEqual(['body.html_template value_error']);
    let isOver = false;
    const slow = preview(nested).finally(() => {
      isOver = true;
    });
    expect((await read(plain)).status).toBe(200);
    expect(isOver).toBe(false);
    expect(problemsOf(await slow)).toEqual(['body.html_template value_error']);
    expect((await preview(plain)).status).toBe(200);
  });
});

describe('over GraphQL', () => {
  const FIELDS = 'id organizationId workspaceId name subjectTemplate description htmlTemplate textTemplate createdAt';

  it('create, update, read, list, preview: the same records', async () => {
    const input = { workspaceId, name: 'n', subjectTemplate: '{{ a.b }}', htmlTemplate: '<i>{{ a.b }}</i>' };
    const made = await ask(
      `mutation ($input: CreateEmailTemplateInput!) { createEmailTemplate(input: $input) { ${FIELDS} } }`,
      {
        input,
      },
    );
    const template = made.json.data.createEmailTemplate;
    expect(template).toMatchObject({ ...input, organizationId: lender.organizationId, description: null });
    const changed = await ask(
      `mutation ($id: ID!) { updateEmailTemplate(id: $id, input: { htmlTemplate: null, name: null }) { ${FIELDS} workspace { id name } } }`,
      { id: template.id },
    );
    expect(changed.json.data.updateEmailTemplate).toMatchObject({
      ...template,
      htmlTemplate: null,
      workspace: { id: workspaceId },
    });
    const both = await ask(
      `query ($id: ID!, $workspaceId: ID!) {
        emailTemplate(id: $id) { id }
        emailTemplates(workspaceId: $workspaceId, limit: 1) { items { id } page { hasMore } }
        previewEmailTemplate(id: $id, sampleData: { a: { b: "<b>" } }) { subject html unfilled }
      }`,
      { id: template.id, workspaceId },
    );
    expect(both.json.data).toMatchObject({
      emailTemplate: { id: template.id },
      emailTemplates: { items: [{ id: template.id }] },
      previewEmailTemplate: { subject: '<b>', html: null, unfilled: [] },
    });
  });

  it('previews unsaved changes without saving them', async () => {
    const id = await created();
    const shown = (draft: object) =>
      ask(
        `query ($id: ID!, $draft: UpdateEmailTemplateInput) {
          previewEmailTemplate(id: $id, sampleData: { first_name: "Ana" }, draft: $draft) { subject html text }
        }`,
        { id, draft },
      );
    expect((await shown({ htmlTemplate: '<i>{{ first_name }}</i>', textTemplate: null })).json.data).toEqual({
      previewEmailTemplate: { subject: 'Hello Ana', html: '<i>Ana</i>', text: null },
    });
    for (const draft of [{ htmlTemplate: '{{ first' }, { subjectTemplate: '' }, { name: 'x'.repeat(201) }]) {
      expect((await shown(draft)).json.errors[0].extensions.code, JSON.stringify(draft)).toBe('validation_failed');
    }
    expect((await read(id)).json).toMatchObject(WHOLE);
  });

  it('validation_failed has the same errors as REST, with GraphQL field names', async () => {
    const answer = await ask(
      'mutation ($id: ID!) { createEmailTemplate(input: { workspaceId: $id, name: "", subjectTemplate: "s" }) { id } }',
      { id: workspaceId },
    );
    const [error] = answer.json.errors;
    expect([error.extensions.code, error.extensions.issues[0].loc]).toEqual(['validation_failed', ['input', 'name']]);
  });
});
