import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { QueryConfig, QueryResult } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { RoleName } from '../../core/principal/roles.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import apiSchema from '../../gateway/schema-without-federation.js';
import { type Api, type ApiAnswer, send } from '../support/api.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { type Ask, graphClient, LIST, READ, RECORD, REVERSE } from '../support/graph.js';
import { lateLoan } from '../support/late-loan.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import {
  populateApproval,
  populateErasure,
  populateException,
  populateFailedJob,
  populateFlag,
  populateOperator,
} from '../support/populated-administration.js';
import { populateAutopay } from '../support/populated-autopay.js';
import { stoppedBatch } from '../support/populated-batches.js';
import { populateDifference } from '../support/populated-difference.js';
import { boardingOf, bookingOf, chargedOffLoan, ledgerProduct, pendingLoan } from '../support/populated-ledger.js';
import { populateMessaging } from '../support/populated-messaging.js';
import { recordStatements } from '../support/record-statements.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const TODAY = servicingDate(systemClock.now());
let instance: TestInstance;
let lender: Lender;
let other: Lender;
let ask: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  ask = as((await lender.api()).token);
});
afterAll(() => instance.close());

const as = (bearer?: string): Ask => graphClient(instance.graphqlUrl, bearer);
const operator = async (role: RoleName): Promise<Ask> =>
  as(await operatorToken(instance.resources, { subject: 'ola', role }));
const CASH = { amountCents: 10_000, paymentMethod: 'cash' };
const record = (by: Ask, accountId: string, key: string = randomUUID(), input: object = CASH) =>
  by(RECORD, { accountId, key, input });
const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);

describe('the main job over GraphQL: record, read, list, reverse', () => {
  it.each([
    ['an access token', async () => as((await lender.api()).token)],
    ['an API key', async () => as((await lender.key()).plaintext)],
    ['the token of an operator who is admin', () => operator('admin')],
  ])('with %s', async (_, client) => {
    const by = await client();
    const accountId = await lender.ledgerAccount();
    const input = { ...CASH, paymentMethod: 'check', checkNumber: 10_000_000_001, memo: 'at the counter' };
    const key = randomUUID();
    const recorded = await record(by, accountId, key, input);
    expect(recorded.json.errors).toBeUndefined();
    const { payment } = recorded.json.data.recordPayment;
    expect(payment).toMatchObject({ accountId, status: 'posted', amountCents: 10_000, checkNumber: 10_000_000_001 });
    expect((await record(by, accountId, key, input)).json.data.recordPayment).toEqual({ replayed: true, payment });

    expect((await by(READ, { id: payment.id })).json.data.payment).toEqual(payment);
    expect((await by(LIST, { accountId })).json.data.payments).toEqual({
      items: [payment],
      page: { nextCursor: null, hasMore: false, limit: 100 },
    });
    const reversed = await by(REVERSE, { paymentId: payment.id, key: randomUUID(), input: { isNsf: true } });
    expect(reversed.json.data.reversePayment.payment).toMatchObject({ status: 'reversed', reversal: { isNsf: true } });
  });

  it('an operator who is viewer reads, and is denied writes: insufficient_scope', async () => {
    const viewer = await operator('viewer');
    const accountId = await lender.ledgerAccount();
    const { payment } = (await record(ask, accountId)).json.data.recordPayment;
    expect((await viewer(READ, { id: payment.id })).json.data.payment).toEqual(payment);
    expect(codes(await record(viewer, accountId))).toEqual(['insufficient_scope']);
    expect(codes(await viewer(REVERSE, { paymentId: payment.id, key: 'k', input: {} }))).toEqual([
      'insufficient_scope',
    ]);
    expect((await ask(LIST, { accountId })).json.data.payments.items).toEqual([payment]);
  });

  it('an operator with an allowlist reaches no other organization', async () => {
    const request = { subject: 'ola', role: 'admin', organizationIds: [other.organizationId] } as const;
    const narrow = as(await operatorToken(instance.resources, request));
    expect(codes(await record(narrow, await lender.ledgerAccount()))).toEqual(['account_not_found']);
  });
});

describe('a query across subgraphs', () => {
  const ACROSS = `query ($id: ID!) {
    payment(id: $id) {
      amountCents
      account { currentBalanceCents organization { displayName portfolio { statusCode accounts balanceCents } } }
    }
  }`;

  it('payment → account → organization → portfolio', async () => {
    const maple = await instance.lender('Maple Finance');
    const by = as((await maple.api()).token);
    const { payment } = (await record(by, await maple.ledgerAccount(500_000))).json.data.recordPayment;
    expect((await by(ACROSS, { id: payment.id })).json).toEqual({
      data: {
        payment: {
          amountCents: 10_000,
          account: {
            currentBalanceCents: 490_000,
            organization: {
              displayName: 'Maple Finance',
              portfolio: [{ statusCode: 'active', accounts: 1, balanceCents: 490_000 }],
            },
          },
        },
      },
    });
  });

  it.each([
    ['accounts:read', ['external_payments:read']],
    ['organizations:read', ['external_payments:read', 'accounts:read']],
    ['reports:read', ['external_payments:read', 'accounts:read', 'organizations:read']],
  ])('without %s the fields that it protects are denied, on every path', async (_, scopes) => {
    const { payment } = (await record(ask, await lender.ledgerAccount())).json.data.recordPayment;
    const answer = await as((await lender.api(scopes)).token)(ACROSS, { id: payment.id });
    expect(codes(answer)).toEqual(['insufficient_scope']);
    expect(answer.text).not.toContain('balanceCents');
  });
});

describe('every root field, for a principal without scopes', () => {
  const schema = apiSchema(fileURLToPath(new URL('../../gateway/supergraph.graphql', import.meta.url)));
  /** Valid arguments of each root field; words in capitals are replaced by ids of the principal's own objects. */
  const ARGUMENTS: Readonly<Record<string, string>> = {
    'query apiKeys': '',
    'query auditLog': '',
    'query failedJobs': '',
    'query failedJobCounts': '',
    'query jobQueue': '',
    'query unknownOutcomes': '',
    'query webhookDeliveryCounts': '',
    'query waitingEmailEvents': '',
    'query autopayRunCounts': '',
    'query balanceSeries': '',
    'query delinquencySeries': '',
    'query operatorExceptionCounts': '',
    'query paymentCounts': '',
    'query paymentTotals': '',
    'query accountTotals': '',
    'query autopayRunTotals': '',
    'query disputeTotals': '',
    'query receiptTotals': '',
    'query receipts': '',
    'query receiptsByDay': '',
    'query rollRates': '',
    'query rolledAccounts': '(monthEnd: "2026-10-31", fromState: "current", toState: "1-29")',
    'query idempotencyKey': '(key: "USED", operation: record_payment)',
    'query generalLedger': '',
    'query journalLines': '',
    'query ledgerBoarding': '(id: "BOARDING")',
    'query ledgerBoardings': '',
    'query ledgerBoardingLoans': '(id: "BOARDING")',
    'query ledgerBoardingProblemFile': '(id: "BOARDING")',
    'query ledgerBoardingProblems': '(id: "BOARDING")',
    'query ledgerEntries': '',
    'query ledgerProduct': '(id: "PRODUCT")',
    'query ledgerProducts': '',
    'query ledgerSchedule': '(accountId: "ACCOUNT")',
    'query previewLedgerLoan': `(input: { organizationId: "ORGANIZATION", originatedOn: "${TODAY}", firstDueOn: "${addDays(TODAY, 30)}", originalPrincipalCents: 100000, annualRate: "18", termMonths: 12 })`,
    'query previewLedgerOperation': '(accountId: "ACCOUNT", input: { type: charge_off })',
    'query ledgerWriteByKey': '(organizationId: "ORGANIZATION", write: waiver, idempotencyKey: "k")',
    'query payoffQuote': '(accountId: "ACCOUNT")',
    'query payoffLetter': '(accountId: "ACCOUNT")',
    'query operatorExceptions': '',
    'query tieOutDays': '',
    'query tieOutDifferences': '',
    'query operatorTokens': '',
    'query operators': '',
    'query webhookSecrets': '',
    'query webhookAddresses': '',
    'query erasure': '(id: "ERASURE")',
    'mutation createWebhookAddress': '(input: { organizationId: "ORGANIZATION", provider: generic, name: "n" })',
    'mutation endWebhookAddress': '(id: "HOOKED")',
    'mutation approveCampaignIdentifier':
      '(organizationId: "ORGANIZATION", provider: sendgrid, identifier: "CAMPAIGN")',
    'mutation erasePerson': '(personId: "PERSON", dryRun: true)',
    'mutation eraseRecipient': '(organizationId: "ORGANIZATION", address: "a@example.com", dryRun: true)',
    'query account': '(id: "ACCOUNT")',
    'query accountPaymentMethods': '(accountId: "ACCOUNT")',
    'query accounts': '',
    'query autopayRun': '(id: "RUN")',
    'query autopayRuns': '',
    'query autopaySchedule': '(id: "SCHEDULE")',
    'query autopaySchedules': '',
    'query scheduleRuns': '(scheduleId: "SCHEDULE")',
    'query lifecycleEvents': '(accountId: "ACCOUNT")',
    'query accountFlagRules': '(organizationId: "ORGANIZATION")',
    'mutation changeAccountFlagRule': '(organizationId: "ORGANIZATION", input: { kind: scra, stops: [] })',
    'mutation setAccountFlag': '(accountId: "ACCOUNT", input: { kind: scra, reason: "r" })',
    'mutation liftAccountFlag': '(id: "FLAG", reason: "r")',
    'query accountNotes': '',
    'query sharedViews': '(page: collections)',
    'mutation saveSharedView':
      '(organizationId: "ORGANIZATION", input: { page: collections, name: "n", search: "view=mine" })',
    'mutation removeSharedView': '(id: "x")',
    'query collectionQueue': '',
    'query collectionQueueTotals': '',
    'query collectionAssignees': '(accountId: "OVERDUE")',
    'mutation takeNextCollectionLoan': '',
    'mutation takeCollectionLoan': '(accountId: "OVERDUE")',
    'mutation releaseCollectionLoan': '(accountId: "ACCOUNT")',
    'mutation assignCollectionLoan': '(accountId: "ACCOUNT")',
    'query actLimits': '(organizationId: "ORGANIZATION")',
    'query ownActLimits': '(organizationId: "ORGANIZATION")',
    'query approvalRequests': '',
    'query approvalRequest': '(id: "APPROVAL")',
    'query openApprovalRequestCount': '',
    'mutation setActLimit':
      '(organizationId: "ORGANIZATION", input: { role: agent, act: reversal, amountCents: null })',
    'mutation approveRequest': '(id: "APPROVAL")',
    'mutation rejectRequest': '(id: "APPROVAL", reason: "r")',
    'mutation withdrawRequest': '(id: "ASKED")',
    'mutation addAccountNote': '(accountId: "ACCOUNT", input: { kind: call, text: "n" })',
    'query loanSystems': '',
    'query organization': '(id: "ORGANIZATION")',
    'query organizations': '',
    'query payment': '(id: "PAYMENT")',
    'query paymentMethod': '(id: "METHOD")',
    'query paymentMethods': '',
    'query payments': '(accountId: "ACCOUNT")',
    'query events': '',
    'query webhookEndpoints': '',
    'query webhookEndpoint': '(id: "ENDPOINT")',
    'query webhookAttempts': '(endpointId: "ENDPOINT")',
    'query webhookDeliveries': '(endpointId: "ENDPOINT")',
    'query webhookDelivery': '(endpointId: "FAILING", eventId: "SENT")',
    'query webhookEventsToResend':
      '(endpointId: "ENDPOINT", from: "2026-01-01", to: "2026-01-02", timeZone: "America/New_York")',
    'mutation createWebhookEndpoint': '(input: { url: "https://receiver.example/", types: ["*"] })',
    'mutation updateWebhookEndpoint': '(id: "ENDPOINT", input: {})',
    'mutation deleteWebhookEndpoint': '(id: "ENDPOINT")',
    'mutation rotateWebhookEndpointSecret': '(id: "ENDPOINT")',
    'mutation testWebhookEndpoint': '(id: "ENDPOINT")',
    'mutation resendWebhookEvents': '(id: "ENDPOINT", input: { from: "2099-01-01T00:00:00Z" })',
    'query paymentBatch': '(id: "BATCH")',
    'query paymentBatches': '',
    'query paymentBatchResultFile': '(batchId: "BATCH")',
    'query paymentBatchResults': '(batchId: "BATCH")',
    'query person': '(id: "PERSON")',
    'mutation correctPerson': '(id: "PERSON", input: { phone: "+1 617 555 0199" })',
    'query persons': '',
    'query searchPayments': '(text: "7")',
    'query agedBalance': '',
    'query agingSummary': '',
    'query cashAdjustments': '',
    'query cashReceipts': '',
    'query delinquency': '',
    'query monthlyPaymentRegister': '',
    'query newSales': '',
    'query nonCashAdjustments': '',
    'query nsfReturns': '',
    'query paidInFull': '',
    'query portfolio': '',
    'query previewRuns': '(scheduleId: "SCHEDULE")',
    'query reportTotals': '(code: crr)',
    'query writeOffs': '',
    'query transactions': '',
    'query emailTemplate': '(id: "TEMPLATE")',
    'query emailTemplates': '',
    'query previewEmailTemplate': '(id: "TEMPLATE")',
    'query campaign': '(id: "CAMPAIGN")',
    'query dispute': '(id: "DISPUTE")',
    'query disputes': '',
    'query processorEvents': '',
    'mutation replayProcessorEvent': '(id: "TOLD")',
    'query campaignEvents': '(workspaceId: "WORKSPACE")',
    'query campaignStats': '(campaignId: "CAMPAIGN")',
    'query campaignRecipients': '(campaignId: "CAMPAIGN", eventType: open)',
    'query campaigns': '',
    'query isSuppressed': '(workspaceId: "WORKSPACE", address: "a@example.com")',
    'query poisonEvents': '',
    'query suppressions': '(workspaceId: "WORKSPACE")',
    'query workspace': '(id: "WORKSPACE")',
    'query workspaceAsset': '(id: "ASSET")',
    'query workspaceAssets': '',
    'query workspaceMergeField': '(id: "FIELD")',
    'query workspaceMergeFields': '',
    'query workspaces': '',
    'mutation createEmailTemplate': '(input: { workspaceId: "WORKSPACE", name: "n", subjectTemplate: "s" })',
    'mutation createWorkspaceAsset': '(input: { workspaceId: "WORKSPACE", placeholder: "p", name: "n" })',
    'mutation createWorkspaceMergeField':
      '(input: { workspaceId: "WORKSPACE", placeholder: "p", name: "n", value: "v" })',
    'mutation updateEmailTemplate': '(id: "TEMPLATE", input: {})',
    'mutation updateWorkspaceAsset': '(id: "ASSET", input: {})',
    'mutation updateWorkspaceMergeField': '(id: "FIELD", input: {})',
    'mutation acceptWebhook': `(headers: [], body: "${Buffer.from('[{"event_type":"open"}]').toString('base64')}")`,
    'mutation registerCampaign':
      '(input: { workspaceId: "WORKSPACE", name: "n", provider: generic, identifiers: ["asked over GraphQL"] })',
    'mutation updateCampaign': '(id: "CAMPAIGN", input: {})',
    'mutation releaseCampaignIdentifier': '(provider: sendgrid, identifier: "CAMPAIGN")',
    'mutation addLoanSystem':
      '(input: { code: "core", kind: "fineract", baseUrl: "http://127.0.0.1:1", organizationId: "ORGANIZATION" })',
    'mutation removeLoanSystem': '(code: "nowhere")',
    'mutation syncLoanSystem': '(code: "nowhere")',
    'query recoveries': '',
    'mutation startRecovery': `(since: "${new Date(Date.now() - 60_000).toISOString()}")`,
    'mutation endRecovery': '',
    'mutation confirmPostingsRead': '(code: "nowhere")',
    'mutation removeSuppression': '(workspaceId: "WORKSPACE", address: "a@example.com")',
    'mutation replayPoisonEvents': '(ids: [])',
    'mutation cancelAutopaySchedule': '(id: "SCHEDULE")',
    'mutation createAutopaySchedule':
      '(input: { accountId: "ACCOUNT", paymentMethodId: "METHOD", amountCents: 1, frequencyUnit: day, frequencyInterval: 1, startDate: "2099-01-01" })',
    'mutation deactivatePaymentMethod': '(id: "IDLE")',
    'mutation updateAutopaySchedule': '(id: "SCHEDULE", input: {})',
    'mutation updatePaymentMethod': '(id: "METHOD", input: {})',
    'mutation retryAutopayRun': '(id: "HELD", attemptsSeen: 99)',
    'mutation chargeOnce':
      '(accountId: "UNCHARGED", idempotencyKey: "k", input: { paymentMethodId: "METHOD", amountCents: 1, authorizerId: "PERSON", authorizedOn: "2026-01-05", authorizationMethod: phone })',
    'query previewPayment': '(accountId: "ACCOUNT", input: { amountCents: 1, paymentMethod: cash })',
    'mutation releaseAutopayRun': '(id: "HELD")',
    'mutation cancelAutopayRun': '(id: "HELD")',
    'mutation createApiKey': '(input: { name: "n", organizationIds: ["ORGANIZATION"], scopes: ["accounts:read"] })',
    'mutation rotateApiKey': '(prefix: "KEY")',
    'mutation revokeApiKey': '(prefix: "KEY")',
    'mutation revokeOperatorToken': '(id: "TOKEN")',
    'mutation addOperator': '(input: { name: "n", email: "new@example.com", role: viewer })',
    'mutation changeOperator': '(id: "ADMITTED", input: { role: viewer })',
    'mutation disableOperator': '(id: "ADMITTED")',
    'mutation enableOperator': '(id: "ADMITTED")',
    'mutation endOperatorSessions': '(id: "ADMITTED")',
    'mutation retryJob': '(id: "JOB")',
    'mutation createOrganization': '(input: { displayName: "d", legalName: "l" })',
    'mutation updateOrganization': '(id: "ORGANIZATION", input: {})',
    'mutation createWorkspace': '(input: { organizationId: "ORGANIZATION", name: "n" })',
    'mutation resolveOperatorException': '(id: "EXCEPTION", resolution: "looked into")',
    'mutation postponeOperatorException': `(id: "EXCEPTION", until: "${addDays(servicingDate(systemClock.now()), 2)}", reason: "r")`,
    'mutation postTieOutDifference': '(id: "MISSING_THERE", factsVersion: "SEEN", reason: "r")',
    'mutation reverseTieOutDifference': '(id: "BACK_THERE", factsVersion: "SEEN", reason: "r")',
    'mutation recordPayment':
      '(accountId: "ACCOUNT", idempotencyKey: "k", input: { amountCents: 1, paymentMethod: cash })',
    'mutation bookLedgerLoan': '(idempotencyKey: "k", input: BOOKING)',
    'mutation disburseLedgerLoan': '(accountId: "PENDING", idempotencyKey: "k")',
    'mutation waiveOnLedgerLoan':
      '(accountId: "OWING", idempotencyKey: "k", input: { component: fees, amountCents: 1, reason: "r" })',
    'mutation adjustLedgerLoan': '(accountId: "ACCOUNT", idempotencyKey: "k", input: { feesCents: 1, reason: "r" })',
    'mutation chargeOffLedgerLoan': '(accountId: "ACCOUNT", idempotencyKey: "k", reason: "r")',
    'mutation undoLedgerChargeOff': '(accountId: "LOST", idempotencyKey: "k", reason: "r")',
    'mutation closeLedgerLoan': '(accountId: "PENDING", idempotencyKey: "k")',
    'mutation abandonLedgerBoarding': '(id: "OPENED", idempotencyKey: "k")',
    'mutation createLedgerProduct': '(idempotencyKey: "k", input: { code: "c", name: "n" })',
    'query testClock': '',
    'mutation advanceTestClock': '(idempotencyKey: "k", input: { days: 1 })',
    'mutation stopTestClock': '',
    'mutation reviseLedgerProduct': '(id: "PRODUCT", idempotencyKey: "k", input: { lateFeeCents: 5 })',
    'mutation updateLedgerProduct': '(id: "PRODUCT", input: {})',
    'mutation createPaymentBatch':
      '(idempotencyKey: "k", input: { rows: [{ idempotencyKey: "r", accountId: "ACCOUNT", amountCents: 1, paymentMethod: cash }] })',
    'mutation resumePaymentBatch': '(batchId: "BATCH", idempotencyKey: "k")',
    'mutation reversePayment': '(paymentId: "PAYMENT", idempotencyKey: "k", input: {})',
  };
  /** Root fields for the secure host only, which uses another API. */
  const FOR_THE_SECURE_HOST: Readonly<Record<string, string>> = {
    beginCardCapture: `(idempotencyKey: "k", input: { accountId: "ACCOUNT", hasOneTimeAddress: true, processor: "sandbox", fingerprint: "${'0'.repeat(64)}", onlyStored: false })`,
    completeCardCapture:
      '(id: "METHOD", input: { processor: "sandbox", token: "t", cardBrand: "visa", lastFour: "4242", expirationMonth: 1, expirationYear: 2034, holderName: "n", setDefault: false })',
    declineCardCapture: '(id: "METHOD", reason: "r")',
    releaseCardCapture: '(id: "METHOD")',
    takeProcessorEvent: '(input: { processor: "sandbox", externalId: "evt_1", type: "charge.refunded" })',
  };
  /** This lender is real: it has no test clock. */
  const OF_SANDBOXES = ['testClock', 'advanceTestClock', 'stopTestClock'];
  /** Fields that no key sees, whatever its scopes. */
  const FOR_OPERATORS = [
    ...[
      'poisonEvents',
      'replayPoisonEvents',
      'operatorExceptions',
      'operatorExceptionCounts',
      ...['unknownOutcomes', 'webhookDeliveryCounts', 'waitingEmailEvents'],
      'resolveOperatorException',
      'postponeOperatorException',
      'releaseAutopayRun',
      'retryAutopayRun',
      'chargeOnce',
      'cancelAutopayRun',
      'tieOutDays',
      'tieOutDifferences',
      'postTieOutDifference',
      'reverseTieOutDifference',
    ],
    ...[
      'apiKeys',
      'createApiKey',
      'rotateApiKey',
      'revokeApiKey',
      'operatorTokens',
      'revokeOperatorToken',
      ...['operators', 'addOperator', 'changeOperator', 'disableOperator', 'enableOperator', 'endOperatorSessions'],
      'auditLog',
      'failedJobs',
      'failedJobCounts',
      'jobQueue',
      'retryJob',
      'webhookSecrets',
      'createOrganization',
      'updateOrganization',
      'createWorkspace',
    ],
    ...['approveCampaignIdentifier', 'erasure', 'erasePerson', 'eraseRecipient'],
    ...['dispute', 'disputes', 'processorEvents', 'replayProcessorEvent'],
    ...['loanSystems', 'addLoanSystem', 'removeLoanSystem', 'syncLoanSystem'],
    ...['recoveries', 'startRecovery', 'endRecovery', 'confirmPostingsRead'],
    ...['accountNotes', 'addAccountNote'],
    ...[
      'collectionQueue',
      'collectionQueueTotals',
      'collectionAssignees',
      'sharedViews',
      'saveSharedView',
      'removeSharedView',
    ],
    ...['takeNextCollectionLoan', 'takeCollectionLoan', 'releaseCollectionLoan', 'assignCollectionLoan'],
    ...['accountFlagRules', 'setAccountFlag', 'liftAccountFlag', 'changeAccountFlagRule'],
    ...['actLimits', 'ownActLimits', 'setActLimit', 'approvalRequests', 'approvalRequest', 'openApprovalRequestCount'],
    ...['approveRequest', 'rejectRequest', 'withdrawRequest'],
  ];
  /** The other mutations need at least a supervisor. */
  const AGENTS_MAY = [
    ...['recordPayment', 'reversePayment', 'updatePaymentMethod', 'deactivatePaymentMethod'],
    ...['createAutopaySchedule', 'updateAutopaySchedule', 'cancelAutopaySchedule', 'retryAutopayRun'],
    'addAccountNote',
    ...['takeNextCollectionLoan', 'takeCollectionLoan', 'releaseCollectionLoan'],
    'setAccountFlag',
    // The role that the act itself needs is checked on the request.
    ...['approveRequest', 'rejectRequest', 'withdrawRequest'],
  ];
  /** May read the lender, and act at another one. */
  const actingElsewhere = async () => {
    const rolesAt = { [lender.organizationId]: 'viewer', [other.organizationId]: 'admin' } as const;
    return as(await operatorToken(instance.resources, { subject: 'bea', role: 'viewer', rolesAt }));
  };
  const adminElsewhere = async () => {
    const request = { subject: 'cy', role: 'admin', organizationIds: [other.organizationId] } as const;
    return as(await operatorToken(instance.resources, request));
  };
  const fields = [
    ...Object.keys(schema.getQueryType()?.getFields() ?? {}).map((name) => ['query', name] as const),
    ...Object.keys(schema.getMutationType()?.getFields() ?? {}).map((name) => ['mutation', name] as const),
  ];

  it.each(fields)('%s %s is denied: insufficient_scope', async (operation, name) => {
    const closed = FOR_THE_SECURE_HOST[name];
    const written = closed ?? ARGUMENTS[`${operation} ${name}`];
    if (written === undefined) throw new Error(`${operation} ${name} has no arguments in this test's table`);
    const { account, payment, autopay, messaging } = await (operation === 'query' ? rowsOfQueries() : makeRows());
    const isLeaf =
      name === 'openApprovalRequestCount' ||
      ['releaseCardCapture', 'removeSharedView', 'takeProcessorEvent'].includes(name) ||
      ['paymentBatchResultFile', 'ledgerBoardingProblemFile'].includes(name);
    const api = await lender.api();
    const kind = written.includes('MISSING_THERE') ? 'posting_missing' : 'reversed_there';
    const about = { organizationId: lender.organizationId, accountId: account, kind, reference: payment.id };
    const difference = /_THERE/.test(written)
      ? await populateDifference(instance.resources.pool, about)
      : NO_DIFFERENCE;
    const failed = written.includes('FAILING')
      ? await failedEndpoint(instance.resources.pool, lender.organizationId)
      : undefined;
    const values: Readonly<Record<string, string>> = {
      MISSING_THERE: difference.id,
      BACK_THERE: difference.id,
      SEEN: difference.factsVersion,
      USED: written.includes('USED') ? await usedKey(account) : '',
      BOARDING: written.includes('BOARDING') ? await boardingOf(instance.resources.pool, lender) : '',
      OPENED: written.includes('OPENED') ? await boardingOf(instance.resources.pool, lender, 'received') : '',
      PRODUCT: written.includes('PRODUCT') ? await ledgerProduct(api) : '',
      BOOKING: written.includes('BOOKING') ? bookingInput() : '',
      PENDING: written.includes('PENDING') ? await pendingLoan(api) : '',
      LOST: written.includes('LOST') ? await chargedOffLoan(api) : '',
      UNCHARGED: written.includes('UNCHARGED') ? await lender.ledgerAccount() : '',
      OWING: written.includes('OWING') ? await owingFees(api, account) : '',
      OVERDUE: written.includes('OVERDUE') ? await lateLoan(instance.resources.pool, lender) : '',
      KEY: written.includes('KEY') ? (await lender.key()).prefix : '',
      TOKEN: written.includes('TOKEN') ? await operatorTokenId() : '',
      ADMITTED: written.includes('ADMITTED') ? await populateOperator(instance.resources.pool) : '',
      JOB: written.includes('JOB') ? await populateFailedJob(instance.resources.pool) : '',
      FLAG: written.includes('FLAG') ? await populateFlag(instance.resources.pool, lender.organizationId, account) : '',
      BATCH: written.includes('BATCH') ? await stoppedBatch(instance.resources.pool, lender) : '',
      ENDPOINT: written.includes('ENDPOINT') ? await webhookEndpoint(api) : '',
      FAILING: failed?.endpointId ?? '',
      SENT: failed?.eventId ?? '',
      ERASURE: written.includes('ERASURE') ? await populateErasure(instance.resources.pool, lender) : '',
      HOOKED: written.includes('HOOKED') ? await webhookAddressId() : '',
      TOLD: written.includes('TOLD') ? await processorEvent() : '',
      DISPUTE: autopay.disputeId,
      EXCEPTION: await populateException(instance.resources.pool, lender),
      APPROVAL: written.includes('APPROVAL') ? await approvalOf(account) : '',
      ASKED: written.includes('ASKED') ? await approvalOf(account, 'ola') : '',
      ACCOUNT: account,
      ORGANIZATION: lender.organizationId,
      PERSON: lender.personId,
      PAYMENT: payment.id,
      RUN: autopay.chargingId,
      HELD: autopay.heldId,
      SCHEDULE: autopay.scheduleId,
      METHOD: autopay.paymentMethodId,
      IDLE: autopay.idleMethodId,
      WORKSPACE: messaging.workspaceId,
      TEMPLATE: messaging.templateId,
      CAMPAIGN: messaging.campaignId,
      FIELD: messaging.mergeFieldId,
      ASSET: messaging.assetId,
    };
    // In one pass: an id may contain another placeholder's name.
    const filled = written.replace(/\b[A-Z_]{3,}\b/g, (word) => values[word] ?? word);
    const query = `${operation} { ${name}${filled}${isLeaf ? '' : ' { __typename }'} }`;
    if (closed !== undefined) {
      for (const everything of [ask, await operator('admin')])
        expect(codes(await everything(query))).toEqual(['insufficient_scope']);
      return;
    }
    if (operation === 'mutation' && name !== 'acceptWebhook') {
      for (const role of ['viewer', 'agent'] as const) {
        if (role === 'agent' && AGENTS_MAY.includes(name)) continue;
        expect(codes(await (await operator(role))(query)), role).toEqual(['insufficient_scope']);
      }
      if (/\b(?!BOOKING\b)[A-Z_]{3,}\b/.test(written)) {
        const answer = await (await actingElsewhere())(query);
        expect(answer.text, 'as without any access to the lender').toBe((await (await adminElsewhere())(query)).text);
        if (name !== 'createPaymentBatch') expect(codes(answer)).toHaveLength(1);
      }
    }
    const allowed = await (FOR_OPERATORS.includes(name) ? await operator('admin') : ask)(query);
    const refusals = OF_SANDBOXES.includes(name) ? ['test_clock_not_available'] : [];
    expect(codes(allowed), 'the same operation is answered for a principal with every scope').toEqual(refusals);
    const denied = await as((await lender.api([])).token)(query);
    expect([denied.json.data, codes(denied)]).toEqual([{ [name]: null }, ['insufficient_scope']]);
  });
});

const NO_DIFFERENCE = { id: '', factsVersion: '' };

/** Creates the objects that the root fields need. */
async function makeRows() {
  const account = await lender.ledgerAccount();
  const { payment } = (await record(ask, account)).json.data.recordPayment;
  const autopay = await populateAutopay(instance.resources.pool, lender, account);
  const messaging = await populateMessaging(instance.resources.pool, lender);
  return { account, payment, autopay, messaging };
}

/** Queries change no rows, so all of them share one set. */
let asked: ReturnType<typeof makeRows> | undefined;
function rowsOfQueries(): ReturnType<typeof makeRows> {
  asked ??= makeRows();
  return asked;
}

async function webhookEndpoint(api: Api): Promise<string> {
  return (await api.post('/v1/webhook-endpoints', { url: 'https://receiver.invalid/', types: ['webhook_endpoint.*'] }))
    .json.id;
}

async function webhookAddressId(): Promise<string> {
  const { rows } = await instance.resources.pool.query(
    'select id from webhook_address where organization_id = $1 order by id desc limit 1',
    [lender.organizationId],
  );
  return rows[0].id;
}

async function usedKey(accountId: string): Promise<string> {
  const key = randomUUID();
  await record(ask, accountId, key);
  return key;
}

/** The REST body of a booking, as a GraphQL input. */
function bookingInput(): string {
  const { loan_number, borrowers, originated_on, first_due_on, ...terms } = bookingOf();
  const [{ role, display_name } = { role: '', display_name: '' }] = borrowers;
  return `{ loanNumber: "${loan_number}", borrowers: [{ role: ${role}, displayName: "${display_name}" }], originatedOn: "${originated_on}",
    firstDueOn: "${first_due_on}", originalPrincipalCents: ${terms.original_principal_cents}, annualRate: "${terms.annual_rate}", termMonths: ${terms.term_months} }`;
}

/** @param askedBy - the operator who asked. */
async function approvalOf(accountId: string, askedBy = 'ann'): Promise<string> {
  const { pool } = instance.resources;
  const id = await populateApproval(pool, lender.organizationId, accountId);
  await pool.query('update approval_request set asked_by = $2 where id = $1', [id, askedBy]);
  return id;
}

async function owingFees(api: Api, accountId: string): Promise<string> {
  const fee = { fees_cents: 100, reason: 'a fee' };
  await api.post(`/v1/ledger/loans/${accountId}/adjustments`, fee, { 'idempotency-key': randomUUID() });
  return accountId;
}

/** An event of the sandbox processor that was received and processed. */
async function processorEvent(): Promise<string> {
  const id = newId();
  await instance.resources.pool.query(
    `insert into processor_event (id, processor, external_id, type, about_kind, about_id, source, status)
     values ($1, 'sandbox', $1, 'charge.refunded', 'charge', 'ch_1', 'told', 'done')`,
    [id],
  );
  return id;
}

async function operatorTokenId(): Promise<string> {
  await operator('viewer');
  const { rows } = await instance.resources.pool.query('select id from operator_token order by id desc limit 1');
  return rows[0].id;
}

describe('errors', () => {
  it('validation_failed carries `issues` with every problem', async () => {
    const input = {
      amountCents: 0,
      paymentMethod: 'check',
      cardBrand: 'visa',
      memo: '\u0000',
      externalReference: 'x'.repeat(65),
    };
    const answer = await record(ask, await lender.ledgerAccount(), '', input);
    expect(codes(answer)).toEqual(['validation_failed']);
    expect(answer.json.errors[0].message).toBe('The request is invalid; `extensions.issues` lists every problem.');
    const { issues } = answer.json.errors[0].extensions;
    expect(issues.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`).sort()).toEqual([
      'idempotencyKey string_too_short',
      'input.amountCents greater_than',
      'input.cardBrand value_error',
      'input.checkNumber value_error',
      'input.externalReference string_too_long',
      'input.memo value_error',
    ]);
  });

  it.each([
    ['{ accounts(cursor: "foreign") { items { id } } }', ['cursor']],
    ['{ x: payments(cursor: "foreign") { items { id } } }', ['cursor']],
    ['{ account(id: "ACCOUNT") { payments(cursor: "foreign") { items { id } } } }', ['cursor']],
    ['{ payments(externalReference: "\\u0000") { items { id } } }', ['externalReference']],
    ['mutation { updatePaymentMethod(id: "x", input: { holderName: "" }) { id } }', ['input', 'holderName']],
  ])('%s: `loc` names the argument', async (query, loc) => {
    const answer = await ask(query.replace('ACCOUNT', await lender.ledgerAccount()));
    expect(answer.json.errors[0].extensions.issues).toMatchObject([{ loc }]);
  });

  it('insufficient_scope names the missing scope, over GraphQL and REST', async () => {
    const reader = await lender.api(['accounts:read']);
    const missing = async (by: Ask, query: string) => {
      const [{ message, extensions }] = (await by(query)).json.errors;
      return { message, ...extensions };
    };
    expect(await missing(as(reader.token), '{ payments { items { id } } }')).toMatchObject({
      message: 'The caller lacks the scope external_payments:read.',
      missing: { scope: 'external_payments:read' },
      fields: { scope: 'external_payments:read' },
    });
    expect(await missing(await operator('viewer'), '{ failedJobs { items { id } } }')).toMatchObject({
      message: 'The caller is not an operator with the role admin, for all organizations.',
      missing: { role: 'admin', organizations: 'all' },
    });
    const over = await reader.get(`/v1/accounts/${await lender.ledgerAccount()}/payments`);
    const scope = 'external_payments:read';
    expect([over.status, over.json]).toEqual([403, refusalOf('insufficient_scope', { scope })]);
    expect(over.headers.get('www-authenticate')).toBe(
      `Bearer realm="tributary", error="insufficient_scope", scope="${scope}"`,
    );
  });

  it.each([0, 1001, -1])('invalid_limit for %i: with min_limit, max_limit and provided', async (limit) => {
    const accountId = await lender.ledgerAccount();
    const fields = { min_limit: 1, max_limit: 1000, provided: limit };
    for (const answer of [
      await ask(LIST, { accountId, limit }),
      await ask(`{ organizations(limit: ${limit}) { page { limit } } }`),
    ]) {
      expect(answer.json.errors[0].extensions).toMatchObject({ code: 'invalid_limit', fields });
    }
  });

  it('an id of another organization and an unknown id give equal answers', async () => {
    const theirs = await other.ledgerAccount();
    const { payment } = (await record(as((await other.api()).token), theirs)).json.data.recordPayment;
    const questions: readonly [(id: string) => Promise<ApiAnswer>, string][] = [
      [(id) => ask(READ, { id }), payment.id],
      [(paymentId) => ask(REVERSE, { paymentId, key: 'k', input: {} }), payment.id],
      [(accountId) => ask(LIST, { accountId }), theirs],
      [(accountId) => record(ask, accountId, 'k'), theirs],
      [(id) => ask('query ($id: ID!) { account(id: $id) { id } }', { id }), theirs],
      [(id) => ask('query ($id: ID!) { organization(id: $id) { id } }', { id }), other.organizationId],
    ];
    for (const [question, foreignId] of questions) {
      const foreign = await question(foreignId);
      expect(codes(foreign)[0]).toMatch(/_not_found$/);
      for (const missing of [newId(), 'x', '\u0000']) expect((await question(missing)).text).toBe(foreign.text);
    }
  });

  it.each([
    ['a document that does not parse', '{ payment('],
    ['a field that does not exist', '{ nothing }'],
    ['a variable of another type', 'query ($id: ID!) { payment(id: $id) { id } }'],
    ['an empty document', ''],
  ])('%s is a 4xx without a stack', async (_, query) => {
    const answer = await ask(query, { id: { not: 'an id' } });
    expect([answer.status, answer.json.errors.length > 0]).toEqual([400, true]);
    expect(answer.text).not.toMatch(/stack|node_modules|\.[jt]s:\d/);
  });

  it.each([2 ** 53, 2 ** 63, 1.5, 1e21, '100', null])(
    'an amount of %s is refused as a client error, in a variable and in the document',
    async (amountCents) => {
      const accountId = await lender.ledgerAccount();
      const written = JSON.stringify(amountCents);
      const answers = [
        await record(ask, accountId, 'k', { ...CASH, amountCents }),
        await ask(`mutation {
        recordPayment(accountId: "${accountId}", idempotencyKey: "k", input: { amountCents: ${written}, paymentMethod: cash }) {
          replayed
        }
      }`),
      ];
      for (const answer of answers) {
        expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(codes(answer)[0]);
        expect(answer.text).not.toMatch(/stack|node_modules|\.[jt]s:\d/);
      }
    },
  );

  it('internal_error shows the request id and nothing of its cause', async () => {
    const admin = await operator('admin');
    const { pool } = instance.resources;
    const query = pool.query.bind(pool);
    const broken = vi.spyOn(pool, 'query').mockImplementation(((
      statement: QueryConfig,
      answered: (error: Error, result?: QueryResult) => void,
    ) =>
      statement.name?.startsWith('operator_token.read') // authentication works, and the query fails
        ? query(statement, answered)
        : answered(new Error('secret of the instance'))) as never);
    try {
      const answer = await admin('{ organizations { items { id } } }');
      expect(codes(answer)).toEqual(['internal_error']);
      expect(answer.json.errors[0].extensions.fields).toEqual({ request_id: answer.headers.get('x-request-id') });
      expect(answer.text).not.toMatch(/secret of the instance|stack|node_modules|\.[jt]s:\d/);
    } finally {
      broken.mockRestore();
    }
  });
});

describe('no N+1', () => {
  /** Names of the statements that an operation runs, without those of authentication. */
  function statementsOf(question: () => Promise<ApiAnswer>): Promise<readonly string[]> {
    return recordStatements(instance.resources.pool, async () =>
      expect((await question()).json.errors).toBeUndefined(),
    );
  }

  it('payments of an account with `account { organization }`: as many statements for 20 as for 1', async () => {
    const LISTED = `query ($accountId: ID!, $limit: Int) {
      payments(accountId: $accountId, limit: $limit) { items { id account { organization { displayName } } } }
    }`;
    const accountId = await lender.ledgerAccount();
    for (let recorded = 0; recorded < 20; recorded += 1) await record(ask, accountId);
    const whole = await ask(LISTED, { accountId });
    expect(whole.json.data.payments.items).toHaveLength(20);
    expect(whole.json.data.payments.items[19].account).toEqual({ organization: { displayName: 'Alder Lending' } });
    const [one, twenty] = [1, 20].map((limit) => () => statementsOf(() => ask(LISTED, { accountId, limit })));
    const few = await one?.();
    expect(few).toEqual(
      expect.arrayContaining(['collected_payment.of_account', 'account.by_ids', 'models of organization']),
    );
    expect(few?.length).toBeLessThanOrEqual(5);
    expect(await twenty?.()).toEqual(few);
  });

  it('accounts with all fields that the dashboard shows, across subgraphs: as many statements for 15 as for 1', async () => {
    const WHOLE = `query ($limit: Int) {
      accounts(limit: $limit) { items {
        id statusCode currentBalanceCents nextDueOn pastDueCents
        organization { displayName portfolio { accounts } }
        primaryBorrower {
          displayName addresses { city } accounts(limit: 5) { items { id } page { hasMore } } paymentMethods { nickname }
        }
        borrowers { displayName role } contract { termMonths } payoff { amountCents }
        transactions(limit: 5) { items { id account { id } } page { nextCursor } }
        lifecycleEvents(limit: 5) { items { type } }
        payments(limit: 5) { items { id reversal { isNsf } } page { nextCursor } }
        paymentMethods { nickname }
        autopaySchedules { status runs { status attempts { status } } }
      } }
    }`;
    const birch = await instance.lender('Birch & Sons');
    const by = as((await birch.api()).token);
    for (let made = 0; made < 15; made += 1) {
      const accountId = await birch.ledgerAccount();
      for (let paid = 0; paid < 6; paid += 1) await record(by, accountId);
      await populateAutopay(instance.resources.pool, birch, accountId);
    }
    const whole = await by(WHOLE, { limit: 15 });
    expect(whole.json.errors).toBeUndefined();
    const { items } = whole.json.data.accounts;
    expect(items).toHaveLength(15);
    for (const item of items) {
      expect(item.payoff).toEqual({ amountCents: item.currentBalanceCents });
      expect(item.payments.items).toHaveLength(5);
      expect(
        new Set(item.transactions.items.map(({ account }: { account: object }) => JSON.stringify(account))),
      ).toEqual(new Set([JSON.stringify({ id: item.id })]));
      expect(item.autopaySchedules.length).toBeGreaterThan(0);
    }
    const few = await statementsOf(() => by(WHOLE, { limit: 1 }));
    const many = await statementsOf(() => by(WHOLE, { limit: 15 }));
    expect(many.toSorted()).toEqual(few.toSorted());
    expect(many.length).toBeLessThanOrEqual(25);
  });

  it('a nested list continues after its first page, and its cursor is bound to its parent', async () => {
    const accountIds = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    for (const accountId of accountIds) for (let paid = 0; paid < 3; paid += 1) await record(ask, accountId);
    const page = (list: string, accountId = '', cursor: string | null = null) =>
      ask(
        `query ($id: ID!, $cursor: String) { account(id: $id) { page: ${list}(limit: 2, cursor: $cursor) {
        items { id } page { nextCursor hasMore } } } }`,
        { id: accountId, cursor },
      );
    for (const list of ['payments', 'transactions']) {
      const first = (await page(list, accountIds[0])).json.data.account.page;
      expect([first.items.length, first.page.hasMore]).toEqual([2, true]);
      const rest = (await page(list, accountIds[0], first.page.nextCursor)).json.data.account.page;
      expect(rest.items.length).toBeGreaterThan(0);
      const ids = [...first.items, ...rest.items].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(codes(await page(list, accountIds[1], first.page.nextCursor))).toEqual(['validation_failed']);
    }
  });

  it('the portfolios of several organizations: one statement', async () => {
    const organizationIds = [
      lender.organizationId,
      other.organizationId,
      (await instance.lender('Cedar Loans')).organizationId,
    ];
    const made = await createApiKey(instance.resources, {
      name: 'all',
      organizationIds,
      scopes: SCOPES,
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join());
    const question = () => as(made.plaintext)('{ organizations { items { id portfolio { statusCode } } } }');
    expect((await question()).json.data.organizations.items).toHaveLength(3);
    expect(await statementsOf(question)).toEqual(['organization.page', 'portfolio.by_status']);
  });
});

describe('authentication and rate limits', () => {
  const LIMITS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
  const limitHeaders = (answer: ApiAnswer) => LIMITS.filter((name) => answer.headers.get(name) !== null);

  it('401 missing_token and invalid_token, with WWW-Authenticate and the rate-limit headers', async () => {
    const none = await as()('{ __typename }');
    expect([none.status, codes(none)]).toEqual([401, ['missing_token']]);
    expect(none.headers.get('www-authenticate')).toBe('Bearer realm="tributary"');
    const wrong = await as('nonsense')('{ __typename }');
    expect([wrong.status, codes(wrong)]).toEqual([401, ['invalid_token']]);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="tributary", error="invalid_token"');
    for (const answer of [none, wrong]) expect(limitHeaders(answer)).toEqual(LIMITS);
  });

  it('every answer has the headers: success, refusal, and one that is not GraphQL', async () => {
    const { token } = await lender.api();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const odd = (body: string, more: object = {}) =>
      send(instance.graphqlUrl, { method: 'POST', body, headers: { ...headers, ...more } });
    const answers: readonly [number, ApiAnswer][] = [
      [200, await ask('{ __typename }')],
      [200, await ask(READ, { id: newId() })],
      [400, await odd('{')],
      [400, await odd('[]')],
      [413, await odd(JSON.stringify({ query: 'x'.repeat(1_100_000) }))],
      [415, await odd('{}', { 'content-type': 'application/json; charset=latin1' })],
      [
        400,
        await send(`${instance.graphqlUrl}?query={__typename}`, { headers: { authorization: headers.authorization } }),
      ],
      [405, await send(instance.graphqlUrl, { method: 'PUT', body: '{}', headers })],
    ];
    for (const [status, answer] of answers) {
      expect.soft([answer.status, limitHeaders(answer)]).toEqual([status, LIMITS]);
      expect(answer.text).not.toMatch(/stacktrace|node_modules|\.[jt]s:\d/);
    }
  });

  it('400 for more root fields or tokens than a request may have, and none is executed', async () => {
    const accountId = await lender.ledgerAccount();
    const pay = (n: number) =>
      `a${n}: recordPayment(accountId: "${accountId}", idempotencyKey: "${n}", input: { amountCents: 1, paymentMethod: cash }) { replayed }`;
    for (const count of [50, 300]) {
      const answer = await ask(`mutation { ${Array.from({ length: count }, (_, n) => pay(n)).join(' ')} }`);
      expect([answer.status, answer.json.data]).toEqual([400, undefined]);
      expect(answer.json.errors[0].message).toMatch(/root fields at most|tokens/);
    }
    expect((await ask(LIST, { accountId })).json.data.payments.items).toEqual([]);
  });

  it('429 rate_limited with Retry-After: a key has one bucket for REST and GraphQL, and failed authentication one per address', async () => {
    const strict = await openTestInstance({
      worker: false,
      environment: { RATE_LIMIT_API_PER_MINUTE: '1', RATE_LIMIT_API_BURST: '3' },
    });
    try {
      const own = await strict.lender();
      const api = await own.api();
      const graph = graphClient(strict.graphqlUrl, api.token);
      expect((await api.get('/v1/organizations')).status).toBe(200);
      const statuses = [];
      for (let asked = 0; asked < 3; asked += 1) statuses.push((await graph('{ __typename }')).status);
      expect(statuses).toEqual([200, 200, 200]);
      const denied = await graph('{ __typename }');
      expect([denied.status, codes(denied)]).toEqual([429, ['rate_limited']]);
      expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(denied.json.errors[0].extensions.fields).toMatchObject({
        bucket: 'api',
        limit_per_minute: 1,
        burst_capacity: 3,
      });

      const guess = graphClient(strict.graphqlUrl, 'guess');
      const guesses = [];
      for (let tried = 0; tried < 5; tried += 1) guesses.push((await guess('{ __typename }')).status);
      expect(guesses).toEqual([401, 401, 401, 401, 429]);
      expect((await send(`${strict.baseUrl}/v1/organizations`)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
