import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuerKeys } from '../../core/auth/issuer-keys.js';
import { oidcOperators } from '../../core/auth/verify-oidc-operator-tokens.js';
import { type Clock, SimulatedClock, systemClock } from '../../core/time/clock.js';
import { send } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { AUDIENCE, type OidcIssuer, openOidcIssuer } from '../support/oidc-issuer.js';
import { populateException } from '../support/populated-administration.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let issuer: OidcIssuer;
let instance: TestInstance;
let lender: Lender;
let other: Lender;

const trusting = ({ url }: OidcIssuer) => ({ OIDC_ISSUER: url, OIDC_AUDIENCE: AUDIENCE, OIDC_ROLE_PREFIX: '' });

beforeAll(async () => {
  issuer = await openOidcIssuer();
  instance = await openTestInstance({
    worker: false,
    environment: { ...trusting(issuer), OIDC_DEFAULT_ORGANIZATIONS: 'all' },
  });
  lender = await instance.lender();
  other = await instance.lender('Birch Credit');
});
afterAll(async () => {
  await instance.close();
  await issuer.close();
});

const ask = (token: string, query: string, variables?: Readonly<Record<string, unknown>>) =>
  graphClient(instance.graphqlUrl, token)(query, variables);
const ORGANIZATIONS = '{ organizations { items { id } } }';
const now = () => Math.floor(Date.now() / 1000);

describe('an operator with a token of the OpenID Connect issuer', () => {
  it('without an allowlist in the token, has no organization and no admin rights, unless the configuration grants all', async () => {
    const own = await openOidcIssuer();
    const strict = await openTestInstance({ worker: false, environment: trusting(own) });
    const { organizationId } = await strict.lender();
    const asked = async (claims: object, query: string) =>
      graphClient(strict.graphqlUrl, await own.token({ roles: ['admin'], ...claims }))(query);
    expect((await asked({}, ORGANIZATIONS)).json.data.organizations.items).toEqual([]);
    expect((await asked({}, '{ apiKeys { prefix } }')).json.errors[0].extensions.code).toBe('insufficient_scope');
    const listed = await asked({ organization_ids: [organizationId] }, ORGANIZATIONS);
    expect(listed.json.data.organizations.items).toEqual([{ id: organizationId }]);
    await strict.close();
    await own.close();
  });

  it('sees every organization if the configuration grants that, or those of the allowlist in the token', async () => {
    const all = await ask(await issuer.token(), ORGANIZATIONS);
    expect(all.json.data.organizations.items).toHaveLength(2);
    const narrow = await issuer.token({ organization_ids: [lender.organizationId] });
    expect((await ask(narrow, ORGANIZATIONS)).json.data.organizations.items).toEqual([{ id: lender.organizationId }]);
  });

  it.each([
    [['viewer'], ['insufficient_scope', 'insufficient_scope']],
    [
      ['viewer', 'operator'],
      ['operator_exception_not_found', 'insufficient_scope'],
    ],
    [
      ['something else', 'admin'],
      ['operator_exception_not_found', undefined],
    ],
    ['openid operator', ['operator_exception_not_found', 'insufficient_scope']],
  ])('with roles %j has the rights of the highest one', async (roles, [resolve, audit]) => {
    const token = await issuer.token({ roles });
    const answers = [
      await ask(token, 'mutation { resolveOperatorException(id: "x", resolution: "x") { id } }'),
      await ask(token, '{ auditLog { page { limit } } }'),
    ];
    expect(answers.map(({ json }) => json.errors?.[0].extensions.code)).toEqual([resolve, audit]);
  });

  it('with a role at one lender acts there, and only reads at another one', async () => {
    const roles = [`supervisor@${other.organizationId}`, 'viewer'];
    const token = await issuer.token({ roles, organization_ids: [lender.organizationId] });
    const reversed = 'mutation ($id: ID!) { resolveOperatorException(id: $id, resolution: "x") { id } }';
    const resolve = async (at: Lender) => {
      const id = await populateException(instance.resources.pool, at);
      const { json } = await ask(token, reversed, { id });
      return json.errors?.[0].extensions.code;
    };
    expect(await resolve(other)).toBeUndefined();
    expect(await resolve(lender)).toBe('operator_exception_not_found');
    const { items } = (await ask(token, ORGANIZATIONS)).json.data.organizations;
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(
      [lender.organizationId, other.organizationId].sort(),
    );
    expect((await ask(await issuer.token({ roles: ['admin@nowhere'] }), ORGANIZATIONS)).status).toBe(401);
  });

  it.each(['at+jwt', 'application/at+jwt', 'JWT'])('with a token of the type %s', async (typ) => {
    expect((await ask(await issuer.token({}, { typ }), ORGANIZATIONS)).status).toBe(200);
  });

  it('within half a minute of its validity, because clocks differ', async () => {
    for (const claims of [{ exp: now() - 15 }, { nbf: now() + 15 }]) {
      expect((await ask(await issuer.token(claims), ORGANIZATIONS)).status).toBe(200);
    }
  });

  it.each<[what: string, token: () => Promise<string>]>([
    ['without a known role', () => issuer.token({ roles: ['king'] })],
    ['with malformed roles', () => issuer.token({ roles: { admin: true } })],
    ['without roles', () => issuer.token({ roles: undefined })],
    ['for another audience', () => issuer.token({ aud: 'another' })],
    ['of another issuer', () => issuer.token({ iss: 'https://elsewhere.test' })],
    ['that has expired', () => issuer.token({ exp: now() - 45 })],
    ['that is not valid yet', () => issuer.token({ nbf: now() + 45 })],
    ['without an expiry', () => issuer.token({ exp: undefined })],
    ['without a subject', () => issuer.token({ sub: undefined })],
    ['issued far in the future', () => issuer.token({ iat: now() + 3_600, exp: now() + 7_200 })],
    ['issued more than a day ago', () => issuer.token({ iat: now() - 86_500 })],
    ['for a logout', () => issuer.token({}, { typ: 'logout+jwt' })],
    ['with an allowlist of invalid ids', () => issuer.token({ organization_ids: ['*'] })],
    ['with an empty allowlist', () => issuer.token({ organization_ids: [] })],
    ['with a malformed allowlist', () => issuer.token({ organization_ids: 'all' })],
    ['that was changed', async () => changed(await issuer.token())],
    ['that is not signed', async () => unsigned(await issuer.token())],
    ['signed with the published key as a secret', async () => confused(await issuer.token())],
  ])('401 for a token %s', async (_, token) => {
    const answer = await ask(await token(), ORGANIZATIONS);
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([401, 'invalid_token']);
  });

  it('401 for unknown keys, without a call to the issuer for each', async () => {
    for (let kid = 0; kid < 20; kid += 1) {
      expect((await ask(await issuer.token({}, { kid: `unknown ${kid}` }), ORGANIZATIONS)).status).toBe(401);
    }
    expect(issuer.asked.filter((path) => path === '/keys').length).toBeLessThanOrEqual(2);
    expect(issuer.asked.filter((path) => path !== '/keys').length).toBeLessThanOrEqual(2);
  });

  it('is not accepted by the REST APIs', async () => {
    const authorization = `Bearer ${await issuer.token({ roles: ['admin'] })}`;
    for (const path of ['/v1/organizations', '/organizations', '/email-templates/']) {
      expect((await send(`${instance.baseUrl}${path}`, { headers: { authorization } })).status).toBe(401);
    }
  });
});

describe('an issuer', () => {
  const operators = (of: OidcIssuer, change: { rolesClaim?: string; rolePrefix?: string; clock?: Clock } = {}) =>
    oidcOperators({
      keys: issuerKeys({ issuer: of.url, clock: change.clock ?? systemClock, logger: silent }),
      ...{
        issuer: of.url,
        audience: AUDIENCE,
        rolesClaim: 'roles',
        rolePrefix: '',
        defaultOrganizations: 'all' as const,
        admits: 'claims' as const,
      },
      ...{ clock: systemClock, logger: silent },
      ...change,
    });

  it.each([
    ['realm_access.roles', '', { realm_access: { roles: ['admin'] } }],
    ['https://tributary.test/roles', 'tributary-', { 'https://tributary.test/roles': ['viewer', 'tributary-admin'] }],
  ])('may have roles in %s, prefixed by %j', async (rolesClaim, rolePrefix, claims) => {
    const operator = await operators(issuer, { rolesClaim, rolePrefix })(await issuer.token({ ...claims, roles: [] }));
    expect(operator).toMatchObject({ kind: 'operator', actor: 'ola', role: 'admin', organizationIds: 'all' });
  });

  it('that does not answer, or returns another issuer: 503, not 401, and it is called again only after a pause', async () => {
    const gone = await openOidcIssuer();
    const token = await gone.token();
    await gone.close();
    await expect(operators(gone)(token)).rejects.toMatchObject({ code: 'service_unavailable' });

    const odd = await openOidcIssuer({ issuer: 'https://elsewhere.test' });
    const verify = operators(odd);
    for (let asked = 0; asked < 3; asked += 1) {
      await expect(verify(await odd.token())).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect(odd.asked).toHaveLength(1);
    await odd.close();
  });

  describe('that is unavailable', () => {
    const [clock, away] = [new SimulatedClock('2026-01-15T12:00:00Z'), openOidcIssuer()];
    const seconds = () => Math.floor(clock.now().epochMilliseconds / 1_000);
    const token = async () => (await away).token({ iat: seconds(), exp: seconds() + 300 });
    let verify: ReturnType<typeof oidcOperators>;
    beforeAll(async () => {
      verify = operators(await away, { clock });
      await verify(await token());
      (await away).fails(true);
    });
    afterAll(async () => (await away).close());
    const since = async (act: () => Promise<unknown>) => {
      const before = (await away).asked.length;
      await act();
      return (await away).asked.length - before;
    };

    it('locks no operator out: its keys stay trusted, and it is called from time to time', async () => {
      clock.moveTo(clock.now().add({ minutes: 11 }));
      const asked = await since(async () => {
        for (let count = 0; count < 6; count += 1) expect(await verify(await token())).toMatchObject({ actor: 'ola' });
      });
      expect(asked).toBe(1);
      clock.moveTo(clock.now().add({ seconds: 6 }));
      expect(await since(async () => expect(await verify(await token())).toBeDefined())).toBe(1);
    });

    it('locks all operators out after a day, because a key may have been revoked', async () => {
      clock.moveTo(clock.now().add({ hours: 24 }));
      await expect(verify(await token())).rejects.toMatchObject({ code: 'service_unavailable' });
    });

    it('admits all operators a few seconds after it is back', async () => {
      (await away).fails(false);
      clock.moveTo(clock.now().add({ seconds: 6 }));
      expect(await verify(await token())).toMatchObject({ actor: 'ola' });
    });
  });

  describe('that changes its signing key', () => {
    const clock = new SimulatedClock('2026-01-15T12:00:00Z');
    let rotating: OidcIssuer;
    let verify: ReturnType<typeof oidcOperators>;
    let droppedKey: string;
    beforeAll(async () => {
      rotating = await openOidcIssuer();
      verify = operators(rotating, { clock });
    });
    afterAll(() => rotating.close());
    const seconds = () => Math.floor(clock.now().epochMilliseconds / 1_000);
    const token = (kid?: string) =>
      rotating.token({ iat: seconds(), exp: seconds() + 300 }, kid === undefined ? {} : { kid });
    const keysRead = () => rotating.asked.filter((path) => path === '/keys').length;

    it('is followed at once, with one read of its keys; a token with the removed key is refused', async () => {
      droppedKey = await token();
      expect(await verify(droppedKey)).toMatchObject({ actor: 'ola' });
      await rotating.rotate('two');
      const fresh = await token();
      const verified = await Promise.all([verify(fresh), verify(fresh), verify(fresh)]);
      expect(verified.map((operator) => operator?.actor)).toEqual(['ola', 'ola', 'ola']);
      expect(keysRead()).toBe(2);
      expect(await verify(droppedKey)).toBeUndefined();
      expect(keysRead()).toBe(2);
    });

    it('is called once in half a minute, not for each unknown key id', async () => {
      const before = keysRead();
      const flood = async () => {
        for (let count = 0; count < 20; count += 1)
          expect(await verify(await token(`made up ${count}`))).toBeUndefined();
      };
      await flood();
      expect(keysRead() - before).toBe(0);
      clock.moveTo(clock.now().add({ seconds: 31 }));
      await flood();
      expect(keysRead() - before).toBe(1);
      await rotating.rotate('three');
      clock.moveTo(clock.now().add({ seconds: 31 }));
      expect(await verify(await token())).toMatchObject({ actor: 'ola' });
    });
  });

  it('is the same issuer with and without a trailing slash in its address', async () => {
    const slashed = await openOidcIssuer();
    const keys = issuerKeys({ issuer: `${slashed.url}/`, clock: systemClock, logger: silent });
    expect(await keys({ alg: 'RS256', kid: 'one' }, { payload: '', signature: '' })).toMatchObject({ type: 'public' });
    await slashed.close();
  });

  it('names the operator if the token does', async () => {
    const named = await operators(issuer)(await issuer.token({ preferred_username: 'ola.n' }));
    expect(named).toMatchObject({ actor: 'ola', issuer: issuer.url, name: 'ola.n' });
  });

  it('is not called for a token that claims another issuer', async () => {
    const quiet = await openOidcIssuer();
    const verify = operators(quiet);
    for (const token of ['a.b.c', '...', await issuer.token()]) expect(await verify(token)).toBeUndefined();
    expect(quiet.asked).toEqual([]);
    await quiet.close();
  });
});

function changed(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), roles: ['admin'] };
  return [header, part(claims), signature].join('.');
}

function unsigned(token: string): string {
  return [part({ alg: 'none' }), token.split('.')[1], ''].join('.');
}

function confused(token: string): string {
  const signed = [part({ alg: 'HS256', kid: 'one' }), token.split('.')[1]].join('.');
  return `${signed}.${createHmac('sha256', 'the published key').update(signed).digest('base64url')}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
