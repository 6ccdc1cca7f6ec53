import type { AddressInfo } from 'node:net';
import { Problem } from '../../core/errors/problem.js';
import type { HttpHost } from '../../core/http/front/http-host.js';
import { Tarpit } from '../../core/http/front/tarpit.js';
import { createLogger } from '../../core/logging/logger.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Limits } from '../../core/rate-limits/limits.js';
import { RateLimits } from '../../core/rate-limits/rate-limits.js';
import { memoryStore } from '../../core/rate-limits/stores.js';
import { systemClock } from '../../core/time/clock.js';
import type { Caller, OperationResult } from '../../gateway/operation-runner-interface.js';
import { WebhookIntake, type WebhookLimits } from '../admin/campaign-events/webhook-limits-before-authentication.js';
import type { BaseServices } from '../host/base-host.js';
import type { SecureServices } from '../host/secure-host.js';
import { servedContract } from '../openapi/served-contract.js';

/** A call of the facade to the graph. */
export interface GraphCall {
  readonly operationId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

export const CLERK: Principal = {
  kind: 'api_key',
  actor: 'clerk001',
  organizationIds: ['01J00000000000000000000RGA'],
  scopes: ['organizations:read', 'external_payments:read', 'external_payments:write'],
};
export const READER: Principal = { ...CLERK, actor: 'reader01', scopes: ['external_payments:read'] };

const PRINCIPALS: Readonly<Record<string, Principal>> = { 'Bearer clerk': CLERK, 'Bearer reader': READER };
const MANY = { perMinute: 60_000, burst: 10_000 };
const PLENTY: Limits = { api: MANY, token: MANY, contact_reads: MANY };

const WEBHOOK_LIMITS: WebhookLimits = {
  callBytes: 5_242_880,
  unsignedCallBytes: 65_536,
  heldBytes: 16_777_216,
  heldBytesPerSource: 5_242_880,
  patienceMs: 10_000,
  unverifiedPerMinute: 120,
};

export interface FakeSource {
  readonly limits?: Limits;
  readonly bodyLimitBytes?: number;
  readonly isReady?: () => Promise<boolean>;
  /** The graph's responses; by default a test must not reach it. */
  readonly graph?: (call: GraphCall) => OperationResult | Promise<OperationResult>;
}

/**
 * Fakes everything behind the facade: two callers, one client (`client01`, `right`), and a graph that the test defines.
 */
export function fakeServices(source: FakeSource = {}): BaseServices & SecureServices & { readonly calls: GraphCall[] } {
  const calls: GraphCall[] = [];
  const logger = createLogger('silent', 'test');
  return {
    calls,
    logger,
    issuer: 'http://issuer.test',
    contract: servedContract({ baseUrl: 'http://issuer.test', secureUrl: 'http://secure.test' }),
    scenarios: { accounts: [], cards: [] },
    bodyLimitBytes: source.bodyLimitBytes ?? 65_536,
    webhooks: new WebhookIntake(WEBHOOK_LIMITS),
    tarpit: new Tarpit({ perMinute: 600_000, holdMs: 1_000, mostHeld: 500 }),
    isReady: source.isReady ?? (async () => true),
    rateLimits: new RateLimits({ limits: source.limits ?? PLENTY, store: memoryStore(), clock: systemClock, logger }),
    authenticate: async (_, authorization) => {
      const principal = PRINCIPALS[authorization ?? ''];
      if (principal !== undefined) return principal;
      throw new Problem(authorization?.startsWith('Bearer ') ? 'invalid_token' : 'missing_token');
    },
    accessTokens: {
      jwks: { keys: [] },
      exchangeClientCredentials: async ({ clientId, clientSecret }) => {
        if (clientId !== 'client01' || clientSecret !== 'right') throw new Problem('invalid_client');
        return { accessToken: 'a.b.c', expiresIn: 3600, scope: 'accounts:read', prefix: clientId };
      },
    },
    processorEvents: { readers: [], now: () => systemClock.now() },
    exportStallMs: 60_000,
    boardings: { take: () => Promise.reject(new Error('not played')) },
    exports: { csv: () => Promise.reject(new Error('not played')) },
    operations: {
      run: async (operationId, variables, caller) => {
        const call = { operationId, variables, caller };
        calls.push(call);
        return source.graph?.(call) ?? { errors: [{ message: 'not played' }] };
      },
    },
  };
}

/** Listens on a free port of loopback. */
export async function listen(host: HttpHost): Promise<string> {
  await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = host.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
