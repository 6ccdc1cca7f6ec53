import { z } from 'zod';
import { type SandboxScenarios, sandboxScenarios } from '../../../core/contract/sandbox-scenarios.js';
import { issuesFromZod } from '../../../core/errors/from-zod.js';
import { invalid } from '../../../core/errors/problem.js';
import { type CallerServices, callerOf } from '../../request/authenticate-caller.js';
import { organizationQuery } from '../../request/list-query.js';
import { queryOf } from '../../request/request-parts.js';
import { type LocalRequest, local } from '../../route.js';

const request = z.object({ query: organizationQuery });

const example: SandboxScenarios = {
  accounts: [
    {
      name: 'unconfirmed_posts',
      external_contract_number: 'SBX-UNCONFIRMED-POSTS',
      description: '202 `pending_confirmation`, `posted` a few seconds later',
      payment: {
        http_status: 202,
        status: 'pending_confirmation',
        error_code: null,
        reason: null,
        settles_to: 'posted',
      },
      reversal: { http_status: 201, status: 'reversed', error_code: null, reason: null, settles_to: null },
    },
  ],
  cards: [
    {
      name: 'insufficient_funds',
      number: '4000000000009995',
      description: '422 `card_declined`, reason `insufficient_funds`',
      capture: { http_status: 422, error_code: 'card_declined', reason: 'insufficient_funds' },
      charge: null,
    },
  ],
};

/** Provides the scenarios. */
export interface ScenarioServices extends CallerServices {
  /** The behavior of sandbox accounts and cards. */
  readonly scenarios: SandboxScenarios;
}

/** The sandbox's scenarios in this version: read from no database, and the same for all callers. */
export const getSandboxScenarios = local({
  operationId: 'getSandboxScenarios',
  method: 'GET',
  path: '/v1/sandbox/scenarios',
  contract: {
    summary: 'Read the sandbox’s scenarios',
    description:
      'Test accounts and test cards, and the result of each: refusals, outages, lost responses, disputes. The response is the same for every caller, and complete, without pages. Find the accounts by `external_contract_number`.\n\nNeeds a token, but no scope.',
    tag: 'Sandbox',
    security: { scope: null },
    success: {
      status: 200,
      about: 'Every scenario.',
      body: { name: 'SandboxScenarios', schema: sandboxScenarios, example },
    },
  },
  answer: async ({ exchange, services }: LocalRequest<ScenarioServices>) => {
    await callerOf(exchange, services, { area: 'v1', scope: null });
    const input = { query: queryOf(exchange.request.url) };
    const { error } = request.safeParse(input);
    if (error !== undefined) throw invalid(issuesFromZod({ error, input }));
    return { status: 200, body: services.scenarios };
  },
});
