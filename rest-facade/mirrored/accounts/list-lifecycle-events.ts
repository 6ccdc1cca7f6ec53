import { z } from 'zod';
import type { ListLifecycleEventsQuery, ListLifecycleEventsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** An account's status changes, newest first; `from` and `to` are dates of the change. */
export const listLifecycleEvents = mirrored({
  operationId: 'listLifecycleEvents',
  method: 'GET',
  path: '/accounts/{id}/lifecycle-events',
  summary: "List an account's lifecycle events",
  description: "The account's status changes, newest first; `from` and `to` are dates of the change.",
  tag: 'Accounts',
  refusals: ['account_not_found'],
  scope: 'accounts:read',
  request: z.object({ path: z.object({ id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListLifecycleEventsQueryVariables => ({ account_id: path.id, ...query }),
  success: ({ lifecycleEvents }: ListLifecycleEventsQuery) => ({ status: 200, body: lifecycleEvents }),
});
