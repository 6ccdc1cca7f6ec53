import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.js';
import { InternalTokens } from './internal-token.js';
import { type Principal, systemPrincipal } from './principal.js';

const signingKey = 'an internal signing key of 32 or more characters';
const key: Principal = {
  kind: 'api_key',
  actor: 'abcdefgh',
  organizationIds: ['A', 'B'],
  scopes: ['external_payments:write'],
};
const operator: Principal = { kind: 'operator', actor: 'ada', organizationIds: 'all', scopes: [], role: 'viewer' };

describe('an internal token', () => {
  it.each([key, operator, systemPrincipal('reconciliation')])(
    'carries the principal unchanged ($kind)',
    async (who) => {
      const { edge, part } = scene();
      expect(await part.verify(await edge.sign(who))).toEqual(who);
    },
  );

  it('is made once per principal while enough of its minute is left, and read once', async () => {
    const { edge, part, clock } = scene();
    const token = await edge.sign(key);
    clock.moveTo('2026-01-15T12:00:30Z');
    expect(await edge.sign(key)).toBe(token);
    expect(await part.verify(token)).toBe(await part.verify(token));
    clock.moveTo('2026-01-15T12:00:31Z');
    const next = await edge.sign(key);
    expect(next).not.toBe(token);
    expect(await part.verify(next)).toEqual(key);
  });

  it('is refused after 60 seconds, also when it was seen before', async () => {
    const { edge, part, clock } = scene();
    const seen = await edge.sign(key);
    const unseen = await edge.sign(operator);
    clock.moveTo('2026-01-15T12:00:59Z');
    expect(await part.verify(seen)).toEqual(key);
    clock.moveTo('2026-01-15T12:01:10Z');
    expect(await part.verify(seen)).toBeUndefined();
    expect(await part.verify(unseen)).toBeUndefined();
  });

  it.each([6, 50, 60, -6, -50, -60])(
    'is taken from a part whose clock is %d s ahead, within the tolerance',
    async (by) => {
      const { edge, part } = apart(by);
      const token = await edge.sign(key);
      expect(await part.verify(token)).toEqual(key);
      expect(await part.verify(token)).toEqual(key);
    },
  );

  it.each([62, 3_600, -122, -3_600])('is refused from a part whose clock is %d s ahead, beyond it', async (by) => {
    const { edge, part } = apart(by);
    expect(await part.verify(await edge.sign(key))).toBeUndefined();
  });

  it('is refused when missing, unsigned, forged, of another audience or type, or longer-lived', async () => {
    const { edge, part, clock } = scene();
    const token = await edge.sign(key);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'internal+jwt' })).toString('base64url');
    const stranger = new InternalTokens({ signingKey: `${signingKey}!`, clock });
    const now = clock.now().epochMilliseconds / 1000;
    const genuine = {
      sub: 'x',
      kind: 'system',
      organization_ids: 'all',
      scopes: [],
      aud: 'tributary-parts',
      iat: now,
      exp: now + 60,
    };
    const signed = (claims: Record<string, unknown>, typ = 'internal+jwt') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(new TextEncoder().encode(signingKey));
    expect(await part.verify(await signed(genuine))).toBeDefined();
    const refused = [
      undefined,
      '',
      'x',
      `${none}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.split('').reverse().join('')}`,
      await stranger.sign(key),
      await signed({ ...genuine, aud: 'tributary-api' }),
      await signed(genuine, 'JWT'),
      await signed({ ...genuine, iat: now - 3600, exp: now + 3600 }),
      await signed({ ...genuine, exp: undefined }),
      await signed({ ...genuine, scopes: ['everything'] }),
      await signed({ ...genuine, organization_ids: undefined }),
    ];
    for (const bad of refused) expect(await part.verify(bad)).toBeUndefined();
  });
});

/** The signer's clock is `bySeconds` ahead; each may be 30 s off. */
function apart(bySeconds: number) {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const ahead = new SimulatedClock(clock.now().add({ seconds: bySeconds }));
  const common = { signingKey, toleranceSeconds: 60 };
  return { edge: new InternalTokens({ ...common, clock: ahead }), part: new InternalTokens({ ...common, clock }) };
}

function scene() {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  return { clock, edge: new InternalTokens({ signingKey, clock }), part: new InternalTokens({ signingKey, clock }) };
}
