import { z } from 'zod';
import type { GetPersonQuery, GetPersonQueryVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** One person, the detailed record. */
export const getPerson = mirrored({
  operationId: 'getPerson',
  method: 'GET',
  path: '/persons/{id}',
  summary: 'Read a person',
  description: 'The detailed record, with contact fields and addresses.',
  tag: 'Persons',
  refusals: ['person_not_found'],
  scope: 'persons:read',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): GetPersonQueryVariables => path,
  success: ({ person }: GetPersonQuery) => ({ status: 200, body: person }),
});
