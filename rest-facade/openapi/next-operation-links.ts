import type { JsonObject } from './json-schema.js';

/** Source of a value that the next request needs: a member of the response, or a path parameter. */
type Source = `$response.body#/${string}` | `$request.path.${string}`;
/** The next operations, by id, each with the values of its path. */
type Links = Readonly<Record<string, Readonly<Record<string, Source>>>>;

/**
 * What to call next, by operation, so that tools can follow from an object to its actions. Only operations under `/v1`
 * have links: every object has its requests there.
 */
export const LINKS: Readonly<Record<string, Links>> = {
  recordPayment: paymentLinks('getPayment', 'reversePayment'),
  getPayment: paymentLinks('reversePayment'),
  reversePayment: paymentLinks('getPayment'),
  getIdempotencyKey: {
    getPayment: { payment_id: '$response.body#/payment_id' },
    reversePayment: { payment_id: '$response.body#/payment_id' },
  },
  createPaymentBatch: batchLinks('getPaymentBatch', 'listPaymentBatchResults', 'resumePaymentBatch'),
  getPaymentBatch: batchLinks('listPaymentBatchResults', 'resumePaymentBatch'),
  resumePaymentBatch: batchLinks('getPaymentBatch', 'listPaymentBatchResults'),
  createAutopaySchedule: {
    ...byId('getAutopaySchedule', 'listAutopayRuns', 'updateAutopaySchedule', 'deleteAutopaySchedule'),
    getPaymentMethod: { id: '$response.body#/payment_method_id' },
  },
  getAutopaySchedule: byId('listAutopayRuns', 'updateAutopaySchedule', 'deleteAutopaySchedule'),
  updateAutopaySchedule: byId('getAutopaySchedule', 'listAutopayRuns'),
  getAutopayRun: { getAutopaySchedule: { id: '$response.body#/autopay_schedule_id' } },
  captureCard: byId('getPaymentMethod', 'updatePaymentMethod', 'deletePaymentMethod'),
  getPaymentMethod: byId('updatePaymentMethod', 'deletePaymentMethod'),
  updatePaymentMethod: byId('getPaymentMethod'),
  createWebhookEndpoint: byId(
    'getWebhookEndpoint',
    'testWebhookEndpoint',
    'listWebhookAttempts',
    'resendWebhookEvents',
    'rotateWebhookEndpointSecret',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
  ),
  rotateWebhookEndpointSecret: byId('getWebhookEndpoint', 'testWebhookEndpoint'),
  testWebhookEndpoint: { listWebhookAttempts: { id: '$request.path.id' } },
  resendWebhookEvents: { listWebhookAttempts: { id: '$request.path.id' } },
  bookLedgerLoan: {
    getAccount: { id: '$response.body#/id' },
    getLedgerLoan: { account_id: '$response.body#/id' },
    disburseLedgerLoan: { account_id: '$response.body#/id' },
    recordPayment: { account_id: '$response.body#/id' },
  },
  disburseLedgerLoan: loanLinks('getLedgerLoan', 'recordPayment'),
  waiveOnLedgerLoan: loanLinks('getLedgerLoan'),
  adjustLedgerLoan: loanLinks('getLedgerLoan'),
  chargeOffLedgerLoan: loanLinks('getLedgerLoan', 'undoLedgerChargeOff'),
  undoLedgerChargeOff: loanLinks('getLedgerLoan'),
  closeLedgerLoan: loanLinks('getLedgerLoan'),
  createLedgerBoarding: byId('getLedgerBoarding', 'listLedgerBoardingProblems', 'abandonLedgerBoarding'),
  getLedgerBoarding: byId('listLedgerBoardingProblems', 'abandonLedgerBoarding'),
  abandonLedgerBoarding: byId('getLedgerBoarding'),
  createLedgerProduct: productLinks('getLedgerProduct', 'reviseLedgerProduct', 'updateLedgerProduct'),
  getLedgerProduct: productLinks('reviseLedgerProduct', 'updateLedgerProduct'),
  reviseLedgerProduct: productLinks('getLedgerProduct'),
  updateLedgerProduct: productLinks('getLedgerProduct'),
  advanceTestClock: { getTestClock: {} },
};

/** The links for each success of an operation; undefined if it has none. */
export function linksOf(operationId: string): JsonObject | undefined {
  const links = LINKS[operationId];
  if (links === undefined) return undefined;
  const objects = Object.entries(links).map(([next, parameters]) => [
    next,
    { operationId: next, ...(Object.keys(parameters).length > 0 && { parameters }) },
  ]);
  return Object.fromEntries(objects);
}

function paymentLinks(...next: readonly string[]): Links {
  return {
    ...each(next, { payment_id: '$response.body#/payment_id' }),
    getAccount: { id: '$response.body#/account_id' },
  };
}

function batchLinks(...next: readonly string[]): Links {
  return each(next, { batch_id: '$response.body#/batch_id' });
}

function loanLinks(...next: readonly string[]): Links {
  return each(next, { account_id: '$request.path.account_id' });
}

function productLinks(...next: readonly string[]): Links {
  return each(next, { product_id: '$response.body#/id' });
}

function byId(...next: readonly string[]): Links {
  return each(next, { id: '$response.body#/id' });
}

function each(next: readonly string[], parameters: Links[string]): Links {
  return Object.fromEntries(next.map((operationId) => [operationId, parameters]));
}
