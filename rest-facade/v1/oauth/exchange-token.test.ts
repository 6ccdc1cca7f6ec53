import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/support/refusal-of.js';
import { createBaseHost } from '../../host/base-host.js';
import { fakeServices, listen } from '../../testing/fake-services.js';

const host = createBaseHost(fakeServices(), 'false');
let base: string;
beforeAll(async () => {
  base = await listen(host);
});
afterAll(() => host.stop(1000));

const FORM = 'application/x-www-form-urlencoded';
const GRANT = { grant_type: 'client_credentials' };
const CLIENT = { ...GRANT, client_id: 'client01', client_secret: 'right' };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

async function exchange(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const isForm = typeof body === 'string';
  const response = await fetch(`${base}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': isForm ? FORM : 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

const code = refusalOf;

describe('POST /v1/oauth/token › 200', () => {
  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['a JSON body', CLIENT, {}],
    ['a form, unknown parameters ignored', `${new URLSearchParams(CLIENT)}&audience=x&empty=`, {}],
    ['a scope, in JSON', { ...CLIENT, scope: 'accounts:read' }, {}],
    ['a scope, in a form', `${new URLSearchParams(CLIENT)}&scope=accounts:read`, {}],
    ['HTTP Basic and a form', 'grant_type=client_credentials', basic('client01:right')],
    ['HTTP Basic, form-encoded, and JSON', GRANT, basic('client%30%31:right')],
    ['HTTP Basic and the same client_id', { ...GRANT, client_id: 'client01' }, basic('client01:right')],
    ['a bearer token beside it is ignored', CLIENT, { authorization: 'Bearer old' }],
  ])('%s', async (_, body, headers) => {
    const answer = await exchange(body, headers);
    expect([answer.status, answer.json]).toEqual([
      200,
      { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 3600, scope: 'accounts:read' },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('ratelimit-limit')).toBe('60000');
  });
});

describe('POST /v1/oauth/token › 401 invalid_client, the same for every cause', () => {
  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['a wrong secret', { ...CLIENT, client_secret: 'wrong' }, {}],
    ['an unknown client', { ...CLIENT, client_id: 'nobody' }, {}],
    ['NUL and a lone surrogate', { ...CLIENT, client_id: '\u0000', client_secret: '\ud800' }, {}],
    ['a wrong secret by Basic', GRANT, basic('client01:wrong')],
    ['Basic without a colon', GRANT, basic('client01')],
    ['Basic with bad percent-encoding', GRANT, basic('client01:%zz')],
  ])('%s', async (_, body, headers) => {
    const answer = await exchange(body, headers);
    expect([answer.status, answer.json]).toEqual([401, code('invalid_client')]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  });
});

describe('POST /v1/oauth/token › other refusals', () => {
  it.each<[string, unknown, Readonly<Record<string, string>>, number, string]>([
    ['another grant', { ...CLIENT, grant_type: 'password', username: 'x' }, {}, 400, 'unsupported_grant_type'],
    ['credentials twice', CLIENT, basic('client01:right'), 400, 'invalid_request'],
    ['two clients', { ...GRANT, client_id: 'other' }, basic('client01:right'), 400, 'invalid_request'],
    ['a repeated parameter', `${new URLSearchParams(CLIENT)}&client_id=x`, {}, 400, 'invalid_request'],
    ['far more than a request needs', { ...CLIENT, number: '1 '.repeat(10_000) }, {}, 413, 'payload_too_large'],
    ['as JSON, a card', { ...CLIENT, number: '4242 4242 4242 4242' }, {}, 422, 'card_data_refused'],
  ])('%s', async (_, body, headers, status, errorCode) => {
    const answer = await exchange(body, headers);
    expect([answer.status, answer.json]).toEqual([status, code(errorCode)]);
  });

  it('415 for another media type lists those accepted', async () => {
    const answer = await exchange(CLIENT, { 'content-type': 'text/plain' });
    const fields = { reason: 'media_type', accepts: 'application/json, application/x-www-form-urlencoded' };
    expect([answer.status, answer.json]).toEqual([415, code('unsupported_media_type', fields)]);
  });

  const missing = (name: string) => ({ loc: ['body', name], msg: 'Field required', type: 'missing', input: null });

  it('422 names every missing field and never shows the secret', async () => {
    expect((await exchange({ client_secret: 'right' })).json).toEqual({
      detail: [missing('grant_type'), missing('client_id')],
    });
    expect((await exchange('client_secret=')).json).toEqual({
      detail: [missing('grant_type'), missing('client_id'), missing('client_secret')],
    });
  });

  it('422 for values that are not text, and for unknown members of a JSON body', async () => {
    const answer = await exchange({ ...CLIENT, client_secret: { right: true }, scope: ['accounts:read'], extra: 1 });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      detail: [
        { loc: ['body', 'client_secret'], type: 'string_type', input: null },
        { loc: ['body', 'scope'], type: 'string_type', input: null },
        { loc: ['body', 'extra'], type: 'extra_forbidden', input: null },
      ],
    });
  });
});
