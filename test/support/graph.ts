import { type ApiAnswer, send } from './api.js';

export type Ask = (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<ApiAnswer>;

/** A GraphQL client with one credential, or none. */
export function graphClient(url: string, bearer?: string): Ask {
  return (query, variables = {}) =>
    send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
}

const PAYMENT = `
  id accountId amountCents paymentMethod checkNumber status effectiveDate externalReference memo referenceNumber postedAt
  reversal { reversedAt reason isNsf referenceNumber reversedBy }`;

export const RECORD = `
  mutation ($accountId: ID!, $key: String!, $input: RecordPaymentInput!) {
    recordPayment(accountId: $accountId, idempotencyKey: $key, input: $input) { replayed payment { ${PAYMENT} } }
  }`;

export const READ = `query ($id: ID!) { payment(id: $id) { ${PAYMENT} } }`;

export const LIST = `
  query ($accountId: ID!, $limit: Int, $cursor: String) {
    payments(accountId: $accountId, limit: $limit, cursor: $cursor) {
      items { ${PAYMENT} } page { nextCursor hasMore limit }
    }
  }`;

export const REVERSE = `
  mutation ($paymentId: ID!, $key: String!, $input: ReversePaymentInput!) {
    reversePayment(paymentId: $paymentId, idempotencyKey: $key, input: $input) { replayed payment { ${PAYMENT} } }
  }`;
