import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { deployedParts } from '../../test/support/part-keys.js';
import type { SigningPart } from '../config/part-keys.js';
import { newId } from '../ids/ids.js';
import {
  ANONYMOUS,
  commandPrincipal,
  limitToOrganization,
  type Principal,
  systemPrincipal,
  throughSecureHost,
} from '../principal/principal.js';
import { SUBGRAPH_NAMES } from '../principal/subgraph-names.js';
import { SimulatedClock } from '../time/clock.js';
import { type CalledPart, InternalTokens } from './internal-token.js';
import { fromClaims, type PrincipalClaims } from './principal-claims.js';

const house = deployedParts();
const key: Principal = {
  kind: 'api_key',
  actor: 'abcdefgh',
  organizationIds: ['A', 'B'],
  scopes: ['external_payments:write'],
};
const operator: Principal = { kind: 'operator', actor: 'ada', organizationIds: 'all', scopes: [], role: 'viewer' };

/** A caller with every claim that there is. */
const WHOLE: Required<PrincipalClaims> = {
  sub: 'ada',
  kind: 'operator',
  organization_ids: ['A', 'B'],
  scopes: ['accounts:read'],
  role: 'viewer',
  roles: { A: 'viewer', B: 'admin' },
  via: 'secure_host',
  issuer: 'https://one.example',
  name: 'Ada',
  record_id: 'r1',
  authenticated_at: '2026-01-15T12:00:00.000Z',
};
const WHOLE_CALLER = callerOf(WHOLE);

/** For each claim: other values that a caller may have. */
const OTHER: { readonly [C in keyof PrincipalClaims]-?: readonly PrincipalClaims[C][] } = {
  sub: ['bob'],
  kind: ['api_key'],
  organization_ids: ['all', ['A'], ['B'], []],
  scopes: [[], ['accounts:read', 'persons:read']],
  role: ['admin', 'operator', undefined],
  roles: [{ A: 'admin', B: 'viewer' }, undefined],
  via: [undefined],
  issuer: ['https://two.example', undefined],
  name: ['Bob', undefined],
  record_id: ['r2', undefined],
  authenticated_at: ['2026-01-15T13:00:00.000Z', undefined],
};

describe('an internal token', () => {
  it.each<[Principal, SigningPart]>([
    [key, 'rest'],
    [operator, 'gateway'],
    [throughSecureHost(key), 'secure'],
  ])('carries the principal unchanged (%o by %s)', async (who, signer) => {
    const { clock, part } = scene();
    const edge = new InternalTokens({ signatures: house.signer(signer), clock });
    expect(await part.verify(await edge.sign(who, 'gateway'))).toEqual(who);
  });

  it('is accepted from a part only for principals that it may act for: none for `system`; the secure host’s mark not from REST', async () => {
    const { clock, part } = scene();
    const taken = async (signer: SigningPart) => {
      const tokens = new InternalTokens({ signatures: house.signer(signer), clock });
      const signed = [key, operator, ANONYMOUS, systemPrincipal('x'), throughSecureHost(key), commandPrincipal('ada')];
      const verified = await Promise.all(signed.map(async (who) => part.verify(await tokens.sign(who, 'gateway'))));
      return verified.map((principal) => principal !== undefined);
    };
    expect(await taken('rest')).toEqual([true, true, true, false, false, false]);
    expect(await taken('secure')).toEqual([true, true, true, false, true, false]);
    expect(await taken('gateway')).toEqual([true, true, true, false, true, false]);
    expect(await taken('worker')).toEqual([false, false, false, false, false, false]);
  });

  it('names its part twice, by key and by issuer: no part with a key of its own can pass for another', async () => {
    const { clock, part } = scene();
    const { own } = house.signer('rest');
    const [secure, now] = [house.signer('secure').own, clock.now().epochMilliseconds / 1000];
    const claims = { sub: 'x', kind: 'anonymous', organization_ids: 'all', scopes: [], aud: 'gateway' };
    const signed = (iss: string, kid: string | undefined) =>
      new SignJWT({ ...claims, iss, iat: now, exp: now + 60 })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'internal+jwt', ...(kid !== undefined && { kid }) })
        .sign(own?.key ?? new Uint8Array());
    for (const [iss, kid] of [
      ['secure', own?.kid],
      ['secure', secure?.kid],
      ['rest', secure?.kid],
      ['secure', 'secure.unknown'],
      ['rest', undefined],
    ] as const) {
      expect(await part.verify(await signed(iss, kid))).toBeUndefined();
    }
    expect(await part.verify(await signed('rest', own?.kid))).toBeDefined();
  });

  const PARTS: readonly CalledPart[] = ['gateway', ...SUBGRAPH_NAMES.map((name) => `subgraph ${name}` as const)];
  it.each(PARTS)('for the %s is refused by every other part, even after it was accepted there', async (recipient) => {
    const { edge, tokens } = scene();
    const token = await edge.sign(key, recipient);
    expect(await edge.sign(key, recipient)).toBe(token);
    const others = PARTS.filter((part) => part !== recipient);
    const refused = others.map(() => undefined);
    const verified = () => Promise.all(others.map((part) => tokens.verifierFor(part).verify(token)));
    expect(await verified()).toEqual(refused);
    expect(await tokens.verifierFor(recipient).verify(token)).toEqual(key);
    expect(await verified()).toEqual(refused);
    const handedOn = await Promise.all(others.map((part) => edge.sign(key, part)));
    expect(new Set([token, ...handedOn]).size).toBe(PARTS.length);
  });

  it('cannot be made by a part without its own key', async () => {
    const part = new InternalTokens({ signatures: house.verifier(), clock: scene().clock });
    await expect(part.sign(key, 'gateway')).rejects.toThrow('INTERNAL_SIGNING_KEY');
  });

  it('is made once per principal while enough of its minute is left, and verified once', async () => {
    const { edge, part, clock } = scene();
    const token = await edge.sign(key, 'gateway');
    clock.moveTo('2026-01-15T12:00:30Z');
    expect(await edge.sign(key, 'gateway')).toBe(token);
    expect(await part.verify(token)).toBe(await part.verify(token));
    clock.moveTo('2026-01-15T12:00:31Z');
    const next = await edge.sign(key, 'gateway');
    expect(next).not.toBe(token);
    expect(await part.verify(next)).toEqual(key);
  });

  it('is reused for the same claims in another object, and not after the clock was set back', async () => {
    const { edge, part, clock } = scene();
    const token = await edge.sign(key, 'gateway');
    expect(await edge.sign({ ...key, requestId: 'another' }, 'gateway')).toBe(token);
    clock.moveTo('2026-01-15T11:59:00Z');
    expect(await part.verify(await edge.sign(key, 'gateway'))).toEqual(key);
  });

  it.each(Object.keys(WHOLE) as (keyof PrincipalClaims)[])(
    'of two callers who differ only in `%s` is never shared',
    async (claim) => {
      const { edge, part } = scene();
      const shared = await edge.sign(WHOLE_CALLER, 'gateway');
      for (const value of OTHER[claim]) {
        const caller = callerOf({ ...WHOLE, [claim]: value });
        const token = await edge.sign(caller, 'gateway');
        expect(token).not.toBe(shared);
        expect(await part.verify(token)).toEqual(caller);
      }
      expect(await edge.sign(WHOLE_CALLER, 'gateway')).toBe(shared);
    },
  );

  it('of a caller narrowed to one organization is not the one of the wider caller', async () => {
    const { edge, part } = scene();
    const [first, second] = [newId(), newId()];
    const wide = { ...key, organizationIds: [first, second] };
    const narrow = limitToOrganization(wide, first);
    for (const caller of [wide, narrow, limitToOrganization(wide, second), wide, narrow]) {
      expect(await part.verify(await edge.sign(caller, 'gateway'))).toEqual(caller);
    }
  });

  it('has no claim besides those of the principal, the two parts and the times', async () => {
    const { edge } = scene();
    const { iss, aud, iat, exp, ...claims } = decodeJwt(await edge.sign(WHOLE_CALLER, 'gateway'));
    expect([iss, aud, typeof iat, typeof exp]).toEqual(['gateway', 'gateway', 'number', 'number']);
    expect(claims).toEqual(WHOLE);
  });

  it('is refused after 60 seconds, even if it was verified before', async () => {
    const { edge, part, clock } = scene();
    const seen = await edge.sign(key, 'gateway');
    const unseen = await edge.sign(operator, 'gateway');
    clock.moveTo('2026-01-15T12:00:59Z');
    expect(await part.verify(seen)).toEqual(key);
    clock.moveTo('2026-01-15T12:01:10Z');
    expect(await part.verify(seen)).toBeUndefined();
    expect(await part.verify(unseen)).toBeUndefined();
  });

  it.each([6, 50, 60, -6, -50, -60])(
    'is accepted from a part whose clock is %d s ahead, within the tolerance',
    async (by) => {
      const { edge, part } = apart(by);
      const token = await edge.sign(key, 'gateway');
      expect(await part.verify(token)).toEqual(key);
      expect(await part.verify(token)).toEqual(key);
    },
  );

  it.each([62, 3_600, -122, -3_600])(
    'is refused from a part whose clock is %d s ahead, beyond the tolerance',
    async (by) => {
      const { edge, part } = apart(by);
      expect(await part.verify(await edge.sign(key, 'gateway'))).toBeUndefined();
    },
  );

  it('is refused when missing, unsigned, forged, of another audience or type, or longer-lived', async () => {
    const { edge, part, clock } = scene();
    const token = await edge.sign(key, 'gateway');
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'internal+jwt' })).toString('base64url');
    const stranger = new InternalTokens({ signatures: deployedParts().signer('rest'), clock });
    const now = clock.now().epochMilliseconds / 1000;
    const genuine = {
      iss: 'rest',
      sub: 'x',
      kind: 'anonymous',
      organization_ids: 'all',
      scopes: [],
      aud: 'gateway',
      iat: now,
      exp: now + 60,
    };
    const { own } = house.signer('rest');
    const signed = (claims: Record<string, unknown>, typ = 'internal+jwt') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ, kid: own?.kid ?? '' })
        .sign(own?.key ?? new Uint8Array());
    expect(await part.verify(await signed(genuine))).toBeDefined();
    const refused = [
      undefined,
      '',
      'x',
      `${none}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.split('').reverse().join('')}`,
      await stranger.sign(key, 'gateway'),
      await signed({ ...genuine, aud: 'tributary-api' }),
      await signed(genuine, 'JWT'),
      await signed({ ...genuine, iat: now - 3600, exp: now + 3600 }),
      await signed({ ...genuine, exp: undefined }),
      await signed({ ...genuine, iss: undefined }),
      await signed({ ...genuine, scopes: ['everything'] }),
      await signed({ ...genuine, organization_ids: undefined }),
    ];
    for (const bad of refused) expect(await part.verify(bad)).toBeUndefined();
  });
});

function callerOf(claims: PrincipalClaims): Principal {
  const caller = fromClaims(claims);
  if (caller === undefined) throw new Error('these claims describe no caller');
  return caller;
}

/** The signer's clock is `bySeconds` ahead; each clock may be off by 30 s. */
function apart(bySeconds: number) {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const ahead = new SimulatedClock(clock.now().add({ seconds: bySeconds }));
  const toleranceSeconds = 60;
  return {
    edge: new InternalTokens({ signatures: house.signer('rest'), toleranceSeconds, clock: ahead }),
    part: new InternalTokens({ signatures: house.verifier(), toleranceSeconds, clock }).verifierFor('gateway'),
  };
}

function scene() {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const tokens = new InternalTokens({ signatures: house.verifier(), clock });
  return {
    clock,
    edge: new InternalTokens({ signatures: house.signer('gateway'), clock }),
    tokens,
    part: tokens.verifierFor('gateway'),
  };
}
