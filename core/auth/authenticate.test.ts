import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityInMemory } from '../../test/support/identity.js';
import { instant } from '../../test/support/instant.js';
import { Problem } from '../errors/problem.js';
import { newId } from '../ids/ids.js';
import { READ_SCOPES, SCOPES } from '../principal/scopes.js';
import type { ApiSurface } from './authenticate.js';
import { type OperatorTokenRequest, signOperatorToken } from './operator-token.js';
import { ACCESS_TOKEN_HINT, API_KEY_HINT } from './wrong-bearer-hints.js';

const DOORS: readonly ApiSurface[] = ['v1', 'unversioned', 'admin', 'graphql'];

describe('authenticate', () => {
  const table = [
    { door: 'v1', key: false, token: true, operator: false },
    { door: 'unversioned', key: true, token: false, operator: false },
    { door: 'admin', key: true, token: true, operator: false },
    { door: 'graphql', key: true, token: true, operator: true },
  ] as const;

  it.each(table)('$door accepts a key: $key, a token: $token, an operator’s token: $operator', async (row) => {
    const { authenticate, bearers } = await callers();
    for (const kind of ['key', 'token', 'operator'] as const) {
      const answer = authenticate(row.door, `Bearer ${bearers[kind]}`);
      if (row[kind])
        await expect(answer).resolves.toMatchObject({ kind: kind === 'operator' ? 'operator' : 'api_key' });
      else await expect(answer).rejects.toMatchObject({ code: 'invalid_token' });
    }
  });

  it('gives the unversioned surface every read scope, and no write scope that the key lacks', async () => {
    const { authenticate, bearers } = await callers();
    const { scopes } = await authenticate('unversioned', `Bearer ${bearers.key}`);
    expect(new Set(scopes)).toEqual(new Set([...READ_SCOPES, 'external_payments:write']));
    expect((await authenticate('admin', `Bearer ${bearers.key}`)).scopes).toEqual(['external_payments:write']);
    expect((await authenticate('v1', `Bearer ${bearers.token}`)).scopes).toEqual(['external_payments:write']);
  });

  it('names the API that takes a bearer of the other kind, valid or not', async () => {
    const { authenticate, bearers } = await callers();
    const refused = (door: ApiSurface, bearer: string) =>
      authenticate(door, `Bearer ${bearer}`).then(
        () => expect.unreachable(),
        ({ code, fields }: Problem) => ({ code, ...fields }),
      );
    const forged = `${'a'.repeat(8)}_${'b'.repeat(43)}`;
    for (const key of [bearers.key, forged]) {
      expect(await refused('v1', key)).toEqual({ code: 'invalid_token', hint: API_KEY_HINT });
    }
    for (const token of [bearers.token, bearers.operator, 'a.b.c']) {
      expect(await refused('unversioned', token)).toEqual({ code: 'invalid_token', hint: ACCESS_TOKEN_HINT });
    }
    expect(await refused('v1', 'a.b.c')).toEqual({ code: 'invalid_token' });
    expect(await refused('unversioned', forged)).toEqual({ code: 'invalid_token' });
    for (const door of ['admin', 'graphql'] as const) {
      for (const bearer of [forged, 'a.b.c']) expect(await refused(door, bearer)).toEqual({ code: 'invalid_token' });
    }
  });

  it.each([undefined, '', 'Basic dTpw', 'Bearer', 'Bearer ', 'Bearer    ', 'Bearerx', 'Token abc', 'bear er x'])(
    'missing_token for %j',
    async (header) => {
      const { authenticate } = await callers();
      for (const door of DOORS)
        await expect(authenticate(door, header)).rejects.toMatchObject({ code: 'missing_token' });
    },
  );

  it.each(['x', '.', '..', 'a.b.c', '\u0000', 'Bearer x', `${'a'.repeat(8)}_${'b'.repeat(43)}`, '.'.repeat(1_000_000)])(
    'invalid_token for an unknown bearer (case %#)',
    async (bearer) => {
      const { authenticate } = await callers();
      for (const door of DOORS) {
        await expect(authenticate(door, `Bearer ${bearer}`)).rejects.toMatchObject({ code: 'invalid_token' });
      }
    },
  );

  it('reads the scheme without regard to case, and spaces after it', async () => {
    const { authenticate, bearers } = await callers();
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      await expect(authenticate('unversioned', `${scheme} ${bearers.key}`)).resolves.toBeDefined();
    }
  });

  it('refuses a revoked key, an expired one, one without an active organization, and tokens made from them', async () => {
    for (const change of [
      { revokedAt: instant('2026-01-15T11:00:00.000Z') },
      { expiresAt: instant('2026-01-15T12:00:00.000Z') },
      { organizationIds: [], hasActiveOrganization: false },
    ]) {
      const identity = await callers();
      identity.change(identity.prefix, change);
      identity.directory.drop(identity.prefix);
      for (const [door, bearer] of [
        ['unversioned', identity.bearers.key],
        ['v1', identity.bearers.token],
      ] as const) {
        await expect(identity.authenticate(door, `Bearer ${bearer}`)).rejects.toMatchObject({ code: 'invalid_token' });
      }
    }
  });

  it('answers only missing_token and invalid_token, whatever is sent', async () => {
    const { authenticate, bearers } = await callers();
    const genuine = fc.constantFrom(bearers.key, bearers.token, bearers.operator);
    const damaged = fc
      .tuple(genuine, fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
      .map(
        ([bearer, at, noise]) => bearer.slice(0, at % bearer.length) + noise + bearer.slice((at % bearer.length) + 2),
      );
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map((text) => `Bearer ${text}`),
      damaged.map((text) => `Bearer ${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...DOORS), anything, async (door, header) => {
        const answer = await authenticate(door, header).catch((error: unknown) => error);
        expect(answer).toBeInstanceOf(Problem);
        expect(answer).toMatchObject({ code: expect.stringMatching(/^(missing|invalid)_token$/) });
      }),
      { numRuns: 500 },
    );
  });
});

describe('an operator’s token', () => {
  it('carries role, scopes by role, and all organizations unless it lists some', async () => {
    const { authenticate, operatorToken } = await identityInMemory();
    const principalOf = async (request: OperatorTokenRequest) =>
      authenticate('graphql', `Bearer ${await operatorToken(request)}`);
    expect(await principalOf({ subject: 'ada', role: 'viewer' })).toEqual({
      kind: 'operator',
      actor: 'ada',
      issuer: 'http://127.0.0.1:4000',
      recordId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      organizationIds: 'all',
      scopes: READ_SCOPES,
      role: 'viewer',
    });
    expect(await principalOf({ subject: 'bo', role: 'operator', organizationIds: ['A'] })).toMatchObject({
      organizationIds: ['A'],
      scopes: SCOPES,
      role: 'supervisor',
    });
    expect(await principalOf({ subject: 'cy', role: 'admin', organizationIds: [] })).toMatchObject({
      organizationIds: 'all',
      role: 'admin',
    });
  });

  it('carries the role at each organization where the roles differ, as its record has them', async () => {
    const { authenticate, operatorToken } = await identityInMemory();
    const request = { subject: 'ada', role: 'viewer', organizationIds: ['A', 'B'] } as const;
    const token = await operatorToken(request, { organizationRoles: ['viewer', 'operator'] });
    expect(await authenticate('graphql', `Bearer ${token}`)).toMatchObject({
      organizationIds: ['A', 'B'],
      role: 'viewer',
      scopes: READ_SCOPES,
      roles: { A: 'viewer', B: 'supervisor' },
    });
  });

  it('ends at its expiry', async () => {
    const { authenticate, operatorToken, clock } = await identityInMemory();
    const token = await operatorToken({ subject: 'ada', role: 'viewer', lifetimeSeconds: 60 });
    clock.moveTo('2026-01-15T12:00:59Z');
    await expect(authenticate('graphql', `Bearer ${token}`)).resolves.toBeDefined();
    clock.moveTo('2026-01-15T12:01:00Z');
    await expect(authenticate('graphql', `Bearer ${token}`)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is refused once its record is revoked, or without a record, even when it is genuine', async () => {
    const { authenticate, operatorToken, tokenKeys } = await identityInMemory();
    const request = { subject: 'ada', role: 'admin' } as const;
    const revoked = await operatorToken(request, { revokedAt: instant('2026-01-15T11:00:00.000Z') });
    for (const token of [
      revoked,
      await signOperatorToken(tokenKeys, { ...request, id: newId() }),
      await signOperatorToken(tokenKeys, { ...request, id: 'none' }),
    ]) {
      await expect(authenticate('graphql', `Bearer ${token}`)).rejects.toMatchObject({ code: 'invalid_token' });
    }
  });
});

async function callers() {
  const identity = await identityInMemory();
  const { prefix, plaintext } = identity.addKey();
  const credentials = { clientId: prefix, clientSecret: plaintext };
  const { accessToken } = await identity.accessTokens.exchangeClientCredentials(credentials);
  const operator = await identity.operatorToken({ subject: 'ada', role: 'admin' });
  return { ...identity, prefix, bearers: { key: plaintext, token: accessToken, operator } };
}
