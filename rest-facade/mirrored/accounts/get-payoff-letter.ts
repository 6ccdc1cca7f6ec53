import { z } from 'zod';
import type { GetPayoffLetterQuery, GetPayoffLetterQueryVariables } from '../../generated/operations.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';
import { writeLetter } from './payoff-letter/write-letter.js';
import { payoffQuery } from './payoff-query-schema.js';

/** The payoff quote as a letter to the borrower. */
export const getPayoffLetter = mirrored({
  operationId: 'getPayoffLetter',
  method: 'GET',
  path: '/accounts/{id}/payoff-letter',
  summary: 'Write a payoff letter',
  description:
    'The response of `GET …/payoff` as a page to print: a PDF, whatever `Accept` says. It contains the borrowers and their address, so it also needs `persons:read`.',
  tag: 'Accounts',
  refusals: ['account_not_found', 'account_not_payable'],
  scope: 'accounts:read',
  file: { mediaType: 'application/pdf', about: 'The letter.' },
  request: z.object({ path: z.object({ id: z.string() }), query: payoffQuery }),
  variables: ({ path, query }): GetPayoffLetterQueryVariables => ({ account_id: path.id, on: query.on }),
  success: ({ payoffLetter }: GetPayoffLetterQuery) => ({
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="payoff-${payoffLetter.quote.account_id}-${payoffLetter.quote.on}.pdf"`,
    },
    stream: () => writeLetter(payoffLetter),
  }),
});
