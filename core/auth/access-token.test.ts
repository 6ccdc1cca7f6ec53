import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { ISSUER, identityInMemory, signingKeySet } from '../../test/support/identity.js';
import { instant } from '../../test/support/instant.js';
import { ConfigurationError } from '../config/load.js';
import { SimulatedClock } from '../time/clock.js';
import { loadTokenKeys } from './token-keys.js';

describe('the token exchange', () => {
  it('makes a JWT that lasts 3600 seconds, carries allowlist and scopes, and verifies with the published keys', async () => {
    const { accessTokens, addKey, clock } = await identityInMemory();
    const { prefix, plaintext } = addKey({ organizationIds: ['A', 'B'], scopes: ['accounts:read', 'autopay:write'] });
    const issued = await accessTokens.exchangeClientCredentials({ clientId: prefix, clientSecret: plaintext });
    expect(issued).toMatchObject({ expiresIn: 3600, scope: 'accounts:read autopay:write', prefix });

    const [published] = accessTokens.jwks.keys;
    const { payload, protectedHeader } = await jwtVerify(
      issued.accessToken,
      await importJWK(published ?? {}, 'ES256'),
      {
        issuer: ISSUER,
        currentDate: new Date(clock.now().epochMilliseconds),
      },
    );
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'one', typ: 'at+jwt' });
    expect(payload).toMatchObject({ sub: prefix, organization_ids: ['A', 'B'], scope: issued.scope });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(payload.iat).toBe(clock.now().epochMilliseconds / 1000);
    expect(JSON.stringify(accessTokens.jwks)).not.toContain('"d"');
  });

  it('lets a key without scopes exchange', async () => {
    const { accessTokens, addKey } = await identityInMemory();
    const { prefix, plaintext } = addKey({ scopes: [] });
    const issued = await accessTokens.exchangeClientCredentials({ clientId: prefix, clientSecret: plaintext });
    expect(decodeJwt(issued.accessToken).scope).toBe('');
    expect((await accessTokens.principalOf(issued.accessToken))?.scopes).toEqual([]);
  });

  it('narrows a token to the requested scopes, and never widens it beyond its key', async () => {
    const { accessTokens, addKey, change, directory } = await identityInMemory();
    const { prefix, plaintext } = addKey({ scopes: ['accounts:read', 'autopay:write'] });
    const credentials = { clientId: prefix, clientSecret: plaintext };
    const issued = await accessTokens.exchangeClientCredentials({
      ...credentials,
      scope: 'autopay:write persons:read',
    });
    expect([issued.scope, decodeJwt(issued.accessToken).scope]).toEqual(['autopay:write', 'autopay:write']);
    const first = await accessTokens.principalOf(issued.accessToken);
    expect(first?.scopes).toEqual(['autopay:write']);
    expect(await accessTokens.principalOf(issued.accessToken)).toBe(first);

    change(prefix, { scopes: ['accounts:read'] });
    directory.drop(prefix);
    expect((await accessTokens.principalOf(issued.accessToken))?.scopes).toEqual([]);
  });

  it('gives every token its own jti', async () => {
    const { accessTokens, addKey } = await identityInMemory();
    const { prefix, plaintext } = addKey();
    const credentials = { clientId: prefix, clientSecret: plaintext };
    const issued = await Promise.all([1, 2].map(() => accessTokens.exchangeClientCredentials(credentials)));
    expect(new Set(issued.map(({ accessToken }) => decodeJwt(accessToken).jti)).size).toBe(2);
  });

  it('answers invalid_client in the same way, whatever was wrong', async () => {
    const { accessTokens, addKey } = await identityInMemory();
    const key = addKey();
    const other = addKey();
    const revoked = addKey({ revokedAt: instant('2026-01-02T00:00:00.000Z') });
    const expired = addKey({ expiresAt: instant('2026-01-02T00:00:00.000Z') });
    const homeless = addKey({ organizationIds: [], hasActiveOrganization: false });
    const attempts = [
      [key.prefix, other.plaintext],
      [key.prefix, ''],
      [key.prefix, '\u0000'],
      ['aaaaaaaa', key.plaintext],
      ['', key.plaintext],
      ['x'.repeat(100_000), 'y'],
      [revoked.prefix, revoked.plaintext],
      [expired.prefix, expired.plaintext],
      [homeless.prefix, homeless.plaintext],
    ] as const;
    for (const [clientId, clientSecret] of attempts) {
      const refusal = accessTokens.exchangeClientCredentials({ clientId, clientSecret });
      await expect(refusal).rejects.toMatchObject({ code: 'invalid_client', fields: {} });
    }
  });
});

describe('an access token', () => {
  it('resolves to its key until it expires by the injected clock, cached or not', async () => {
    const { accessTokens, token, prefix, clock } = await exchanged();
    clock.moveTo('2026-01-15T12:59:59Z');
    expect((await accessTokens.principalOf(token))?.actor).toBe(prefix);
    clock.moveTo('2026-01-15T13:00:00Z');
    expect(await accessTokens.principalOf(token)).toBeUndefined();

    const unremembered = await exchanged();
    unremembered.clock.moveTo('2026-01-15T13:00:00Z');
    expect(await unremembered.accessTokens.principalOf(unremembered.token)).toBeUndefined();
  });

  it('is invalid once its key is revoked', async () => {
    const { accessTokens, token, prefix, change, directory } = await exchanged();
    expect(await accessTokens.principalOf(token)).toBeDefined();
    change(prefix, { revokedAt: instant('2026-01-15T12:00:00.000Z') });
    directory.drop(prefix);
    expect(await accessTokens.principalOf(token)).toBeUndefined();
  });

  it('is rejected when it is forged', async () => {
    const { accessTokens, token, prefix, clock } = await exchanged();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = { ...decodeJwt(token) };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const foreignKeys = await loadTokenKeys({ signingKeys: await signingKeySet('one'), issuer: ISSUER, clock });
    const publicKey = JSON.stringify(accessTokens.jwks.keys[0]);
    const confused = `${part({ alg: 'HS256', kid: 'one', typ: 'at+jwt' })}.${payload}`;
    const forgeries = [
      `${header}.${part({ ...claims, sub: 'bbbbbbbb' })}.${signature}`,
      `${header}.${payload}.`,
      `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${confused}.${createHmac('sha256', publicKey).update(confused).digest('base64url')}`,
      await foreignKeys.sign({ type: 'at+jwt', audience: 'tributary-api' }, { sub: prefix }, 3600),
      `${part({ ...decodeProtectedHeader(token), kid: 'two' })}.${payload}.${signature}`,
    ];
    for (const forgery of forgeries) expect(await accessTokens.principalOf(forgery)).toBeUndefined();
  });

  it('is rejected with another type, audience or issuer', async () => {
    const { accessTokens, tokenKeys, prefix, clock } = await exchanged();
    const signingKeys = await signingKeySet('shared');
    const elsewhere = await loadTokenKeys({ signingKeys, issuer: 'http://elsewhere', clock });
    const here = await loadTokenKeys({ signingKeys, issuer: ISSUER, clock });
    const kind = { type: 'at+jwt', audience: 'tributary-api' };
    expect(await here.verify(kind, await elsewhere.sign(kind, { sub: prefix }, 60))).toBeUndefined();
    for (const wrong of [
      { ...kind, audience: 'tributary-operators' },
      { ...kind, type: 'JWT' },
    ]) {
      expect(await accessTokens.principalOf(await tokenKeys.sign(wrong, { sub: prefix }, 60))).toBeUndefined();
    }
  });
});

describe('the signing keys', () => {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const kind = { type: 'at+jwt', audience: 'tributary-api' };

  it('rotate: the first signs, and the others still verify', async () => {
    const old = JSON.parse(await signingKeySet('old'));
    const fresh = JSON.parse(await signingKeySet('fresh'));
    const before = await loadTokenKeys({ signingKeys: JSON.stringify(old), issuer: ISSUER, clock });
    const signingKeys = JSON.stringify({ keys: [...fresh.keys, ...old.keys] });
    const after = await loadTokenKeys({ signingKeys, issuer: ISSUER, clock });
    expect(await after.verify(kind, await before.sign(kind, { sub: 'a' }, 60))).toMatchObject({ sub: 'a' });
    expect(decodeProtectedHeader(await after.sign(kind, { sub: 'a' }, 60)).kid).toBe('fresh');
    expect(after.jwks.keys.map(({ kid }) => kid)).toEqual(['fresh', 'old']);
  });

  it('stop the start when they cannot be read, without being shown', async () => {
    const secret = 'do-not-show-this';
    const bad = ['', 'null', '{"keys":[]}', `{"keys":[{"kty":"oct","k":"${secret}"}]}`, secret];
    const offCurve = JSON.parse(await signingKeySet('one'));
    offCurve.keys[0].x = offCurve.keys[0].y;
    for (const signingKeys of [...bad, JSON.stringify(offCurve)]) {
      const failure = await loadTokenKeys({ signingKeys, issuer: ISSUER, clock }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigurationError);
      expect(String(failure)).not.toContain(secret);
    }
  });

  it('reject a token without a subject or an expiry', async () => {
    const set = await signingKeySet('one');
    const keys = await loadTokenKeys({ signingKeys: set, issuer: ISSUER, clock });
    const signer = await importJWK(JSON.parse(set).keys[0], 'ES256');
    const eternal = await new SignJWT({ sub: 'a', iss: ISSUER, aud: kind.audience })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: kind.type })
      .sign(signer);
    expect(await keys.verify(kind, eternal)).toBeUndefined();
  });
});

async function exchanged() {
  const identity = await identityInMemory();
  const { prefix, plaintext } = identity.addKey();
  const credentials = { clientId: prefix, clientSecret: plaintext };
  const { accessToken } = await identity.accessTokens.exchangeClientCredentials(credentials);
  return { ...identity, prefix, token: accessToken };
}
