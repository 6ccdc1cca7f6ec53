import type { operations } from '../../../sdk/src/generated/contract.js';
import { isList } from '../contract.js';
import type { SampleRequest } from './sample-request.js';

/** The client's method for each operation it supports. */
const CALLS: Readonly<Partial<Record<keyof operations, string>>> = {
  recordPayment: 'payments.record',
  reversePayment: 'payments.reverse',
  getPayment: 'payments.get',
  listPayments: 'payments.list',
  listAllPayments: 'payments.search',
  getIdempotencyKey: 'payments.ofKey',
  listAccounts: 'accounts.list',
  getAccount: 'accounts.get',
  getPayoff: 'accounts.payoff',
  getPayoffLetter: 'accounts.payoffLetter',
  listAccountTransactions: 'accounts.transactions',
  listLifecycleEvents: 'accounts.lifecycleEvents',
  listAccountPaymentMethods: 'accounts.paymentMethods',
  listPersons: 'persons.list',
  getPerson: 'persons.get',
  listPersonAccounts: 'persons.accounts',
  listOrganizations: 'organizations.list',
  getOrganization: 'organizations.get',
  listTransactions: 'transactions.list',
  listPaymentMethods: 'paymentMethods.list',
  getPaymentMethod: 'paymentMethods.get',
  updatePaymentMethod: 'paymentMethods.update',
  deletePaymentMethod: 'paymentMethods.deactivate',
  createAutopaySchedule: 'autopay.create',
  listAutopaySchedules: 'autopay.list',
  getAutopaySchedule: 'autopay.get',
  updateAutopaySchedule: 'autopay.update',
  deleteAutopaySchedule: 'autopay.cancel',
  listAutopayRuns: 'autopay.runs',
  listAllAutopayRuns: 'autopayRuns.list',
  getAutopayRun: 'autopayRuns.get',
  listDisputes: 'disputes.list',
  getDispute: 'disputes.get',
  listEvents: 'events.list',
  createPaymentBatch: 'paymentBatches.create',
  listPaymentBatches: 'paymentBatches.list',
  getPaymentBatch: 'paymentBatches.get',
  listPaymentBatchResults: 'paymentBatches.results',
  resumePaymentBatch: 'paymentBatches.resume',
  bookLedgerLoan: 'ledger.book',
  getLedgerLoan: 'ledger.get',
  disburseLedgerLoan: 'ledger.disburse',
  waiveOnLedgerLoan: 'ledger.waive',
  adjustLedgerLoan: 'ledger.adjust',
  chargeOffLedgerLoan: 'ledger.chargeOff',
  undoLedgerChargeOff: 'ledger.undoChargeOff',
  closeLedgerLoan: 'ledger.close',
  listLedgerEntries: 'ledger.entries',
  getGeneralLedger: 'ledger.generalLedger',
  createLedgerProduct: 'ledgerProducts.create',
  listLedgerProducts: 'ledgerProducts.list',
  getLedgerProduct: 'ledgerProducts.get',
  updateLedgerProduct: 'ledgerProducts.update',
  reviseLedgerProduct: 'ledgerProducts.revise',
  createLedgerBoarding: 'boardings.create',
  getLedgerBoarding: 'boardings.get',
  listLedgerBoardingProblems: 'boardings.problems',
  abandonLedgerBoarding: 'boardings.abandon',
  getTestClock: 'testClock.get',
  advanceTestClock: 'testClock.advance',
  getSandboxScenarios: 'sandbox.scenarios',
  createWebhookEndpoint: 'webhookEndpoints.create',
  listWebhookEndpoints: 'webhookEndpoints.list',
  getWebhookEndpoint: 'webhookEndpoints.get',
  updateWebhookEndpoint: 'webhookEndpoints.update',
  deleteWebhookEndpoint: 'webhookEndpoints.delete',
  rotateWebhookEndpointSecret: 'webhookEndpoints.rotateSecret',
  testWebhookEndpoint: 'webhookEndpoints.test',
  resendWebhookEvents: 'webhookEndpoints.resend',
  listWebhookAttempts: 'webhookEndpoints.attempts',
  captureCard: 'secure.captureCard',
};

/** Methods that take some members of the body as separate arguments, in this order. */
const TAKES: Readonly<Partial<Record<keyof operations, readonly string[]>>> = {
  disburseLedgerLoan: [],
  closeLedgerLoan: [],
  abandonLedgerBoarding: [],
  chargeOffLedgerLoan: ['reason'],
  undoLedgerChargeOff: ['reason'],
};

/** The sample with @tributary/sdk; undefined for an operation that it does not support. */
export function sdk(request: SampleRequest): string | undefined {
  const { operation, pathValues, query, body, idempotencyKey } = request;
  const name = operation.name as keyof operations;
  const call = CALLS[name];
  if (call === undefined) return undefined;
  const given = [
    ...pathValues.map((value) => literal(value)),
    ...bodyGiven(name, body),
    ...(Object.keys(query).length === 0 ? [] : [literal(query)]),
    ...(idempotencyKey === undefined ? [] : [literal({ idempotencyKey })]),
  ].join(', ');
  const isFile = body !== undefined && 'file' in body;
  return `${isFile ? "import { openAsBlob } from 'node:fs';\n" : ''}import { Tributary } from '@tributary/sdk';

const tributary = new Tributary({
  baseUrl: process.env.TRIBUTARY_URL,
  apiKey: process.env.TRIBUTARY_KEY,${operation.isSecureHost ? '\n  secureUrl: process.env.TRIBUTARY_SECURE_URL,' : ''}
});

${spoken(request, `tributary.${call}(${given})`)}`;
}

function bodyGiven(name: keyof operations, body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return [];
  // After a file come its media type and the query parameters.
  if ('file' in body) return [`await openAsBlob(${literal(body.file)})`, literal(body.mediaType), '{}'];
  const { json } = body;
  const members = TAKES[name];
  if (members === undefined) return [literal(json)];
  const values = new Map<string, unknown>(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  return members.map((member) => literal(values.get(member)));
}

function spoken({ operation }: SampleRequest, call: string): string {
  if (isList(operation)) return `for await (const row of ${call}) {\n  console.log(row);\n}`;
  const answers = Object.entries(operation.responses).some(
    ([status, { content }]) => status < '300' && content !== undefined,
  );
  return answers ? `const answer = await ${call};\nconsole.log(answer);` : `await ${call};`;
}

const WIDE = 60;

function literal(value: unknown): string {
  const short = oneLine(value);
  if (short.length <= WIDE || typeof value !== 'object' || value === null) return short;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map(literal)
    : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item)}`);
  const inside = lines
    .map((line) => `${line},`)
    .join('\n')
    .replace(/^/gm, '  ');
  return `${isList ? '[' : '{'}\n${inside}\n${isList ? ']' : '}'}`;
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${nameOf(name)}: ${oneLine(item)}`)
    .join(', ')} }`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
