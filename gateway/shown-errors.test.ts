import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from '../core/logging/logger.js';
import { systemPrincipal } from '../core/principal/principal.js';
import { SCOPES } from '../core/principal/scopes.js';
import { currentRequest } from './current-request.js';
import { createGateway, type Gateway } from './gateway.js';

/** A gateway whose parts fail unexpectedly. */
const broken = { execute: () => Promise.reject(new TypeError('undefined is not a secret of ours')) };
const logger = createLogger('silent', 'test');
const logged = vi.spyOn(logger, 'error');
const caller = { principal: systemPrincipal('test', SCOPES), requestId: 'request-7' };
let gateway: Gateway;

beforeAll(async () => {
  gateway = await createGateway({
    recordContactRead: async () => undefined,
    supergraphSdl: readFileSync(new URL('supergraph.graphql', import.meta.url), 'utf8'),
    preparedOperations: {},
    persistedOperations: {},
    registeredDocuments: new Map(),
    subgraphs: { servicing: broken, payments: broken, reporting: broken, messaging: broken },
    limits: {
      depth: 14,
      rootFields: 20,
      aliases: 50,
      directives: 50,
      cost: 25_000,
      tokens: 2_000,
      values: 1_000,
      mostCharacters: 10_000,
    },
    isProduction: true,
    logger,
  });
});
afterAll(() => gateway.stop());

it('an internal error is internal_error with the request id, and the log has the cause', async () => {
  const query = '{ accounts(limit: 1) { items { id } } }';
  const { body } = await currentRequest.run(caller, () =>
    gateway.server.executeOperation({ query }, { contextValue: caller }),
  );
  const shown = body.kind === 'single' ? body.singleResult.errors : undefined;
  expect(shown).toEqual([
    {
      message: 'An error in the service; the request id identifies it in the logs.',
      extensions: { code: 'internal_error', fields: { request_id: 'request-7' } },
    },
  ]);
  const cause = expect.objectContaining({ message: 'undefined is not a secret of ours' });
  expect(logged).toHaveBeenCalledWith({ err: cause, request_id: 'request-7' }, 'the gateway failed unexpectedly');
});
