import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as campaigns from '../../core/contract/campaign-event.js';
import { captureCardBody } from '../../core/contract/card-capture.js';
import * as payments from '../../core/contract/collected-payment.js';
import * as loans from '../../core/contract/ledger.js';
import * as products from '../../core/contract/ledger-product.js';
import * as messaging from '../../core/contract/messaging.js';
import * as batches from '../../core/contract/payment-batch.js';
import * as methods from '../../core/contract/payment-method.js';
import * as addresses from '../../core/contract/webhook-address.js';
import * as endpoints from '../../core/contract/webhook-endpoint.js';
import { Wrong } from '../../ledger/boarding/cells.js';
import { LOAN_COLUMNS, TRANSACTION_COLUMNS } from '../../ledger/boarding/columns.js';
import { TABLES } from '../../prisma/client/rows.js';

/** Every body that a client writes, whichever way in: REST, GraphQL and the command line check it by the same schema. */
const BODIES: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ['captureCardBody', captureCardBody()],
  ...[campaigns, payments, loans, products, messaging, batches, methods, addresses, endpoints].flatMap((bodies) =>
    Object.entries(bodies).flatMap(([name, schema]) =>
      name.endsWith('Body') && !name.startsWith('earlier') && schema instanceof z.ZodType
        ? [[name, schema] as const]
        : [],
    ),
  ),
];

/** A field of text, by the members that lead to it; `0` is the first of a list. */
type Path = readonly (string | number)[];

const FIELDS = BODIES.flatMap(([body, schema]) =>
  textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).map((path) => ({ body, schema, path })),
);

/** Names of rows, dates and lists of words: what is no such thing is refused, or stored nowhere. */
const NO_TEXT = /^(?:.*_id|.*_ids|card|types|start_date|originated_on|first_due_on|from|until|after|sample_data)$/;
/** How a lender names a loan: digits that look like a card's are taken where they name an account. */
const NUMBERS = ['loan_number', 'external_contract_number', 'account_id'];
/** What a message is made of: directions and soft hyphens belong to it. */
const CONTENT = ['subject_template', 'html_template', 'text_template', 'value'];
/** Sealed. */
const SECRET = ['idempotency_key', 'signing_key'];

const WRITTEN = FIELDS.filter(
  ({ path }) => !path.some((name) => NO_TEXT.test(String(name)) || SECRET.includes(String(name))),
);

describe('a card’s number', () => {
  const refused = WRITTEN.filter(({ path }) => !NUMBERS.includes(String(path.at(-1))));

  it('is looked for in the fields that there are', () => {
    expect(refused.length).toBeGreaterThan(50);
  });

  it.each(refused)('is refused at $path of $body', ({ schema, path }) => {
    for (const number of [
      '4242 4242 4242 4242',
      '4242-4242-4242-4242',
      'card 4242424242424242',
      'visa: 4242 4242 4242 4242 exp 12/30',
    ]) {
      expect(isRefusedAt(schema, path, number)).toBe(true);
    }
  });

  it.each(refused.filter(({ path }) => path.at(-1) === 'name' || path.at(-1) === 'code' || path.at(-1) === 'url'))(
    'is refused as digits alone at $path of $body',
    ({ schema, path }) => {
      const digits = '4242424242424242';
      expect(isRefusedAt(schema, path, path.at(-1) === 'url' ? `https://example.com/${digits}` : digits)).toBe(true);
      const escaped = `https://example.com/${[...digits].map((digit) => `%3${digit}`).join('')}`;
      if (path.at(-1) === 'url') expect(isRefusedAt(schema, path, escaped)).toBe(true);
    },
  );

  it.each(WRITTEN.filter(({ path }) => NUMBERS.includes(String(path.at(-1)))))(
    'stops no loan whose number looks like one, at $path of $body',
    ({ schema, path }) => {
      expect(isRefusedAt(schema, path, '4242424242424242')).toBe(false);
    },
  );

  it('is refused in a file of loans, but in the numbers of a loan and of its contract', () => {
    const taken = Object.entries({ ...LOAN_COLUMNS, ...TRANSACTION_COLUMNS })
      .filter(([, column]) => !(column.read('4242 4242 4242 4242') instanceof Wrong))
      .map(([name]) => name);
    expect(taken).toEqual(['loan_number', 'contract_number']);
  });
});

describe('a mark that cannot be seen', () => {
  const MARKS = ['\u202e', '\u2067', '\u200b', '\u00ad', '\ufeff', '\u0007', '\u2028', '\u{e0041}'];
  const refused = WRITTEN.filter(({ path }) => !CONTENT.includes(String(path.at(-1))));

  it.each(refused)('is refused at $path of $body', ({ schema, path }) => {
    for (const mark of MARKS) expect(isRefusedAt(schema, path, `https://A-${mark}321`)).toBe(true);
  });

  it('is refused in every column of a file', () => {
    const taken = Object.entries({ ...LOAN_COLUMNS, ...TRANSACTION_COLUMNS })
      .filter(([, column]) => MARKS.some((mark) => !(column.read(`A-${mark}321`) instanceof Wrong)))
      .map(([name]) => name);
    expect(taken).toEqual([]);
  });

  it('is no joiner that a name needs', () => {
    const borrower = { role: 'primary', display_name: 'നവന്\u200d' };
    expect(isRefusedAt(loans.bookLoanBody, ['borrowers', 0, 'display_name'], borrower.display_name)).toBe(false);
  });
});

describe('columns of text', () => {
  /** Names of rows, words of closed lists, digests and secrets, by the fields' own names. */
  const OURS =
    /(?:^id|Id|Ids|possibleDuplicateOf|Code|hash|Hash|Hashes|digest|Digest|mac|status|Status|kind|Kind|type|Type|types|actor|By|step|part|scopes|sealed\w+|secret|Secret|prefix|sha256|role|mode|lease|leaseToken|country|bucket|severity|processor)$/;
  const OTHERS: Readonly<Record<string, readonly string[]>> = {
    'words of a closed list': [
      ...['Event.code', 'WebhookEndpoint.disabledReason', 'PaymentBatch.stopReason', 'IdempotencyRecord.operation'],
      ...['LedgerLine.ledgerAccount', 'LedgerProductVersion.dayCount', 'LedgerProductVersion.applicationOrder'],
      ...['LedgerProductVersion.payoffRule', 'LedgerProductVersion.accrueTo', 'AutopayCorrection.cause'],
      ...['ProcessorEvent.outcome', 'ProcessorEvent.source', 'MonthlyRoll.fromState', 'MonthlyRoll.toState'],
      ...['SandboxLoan.scenario', 'SandboxPosting.paymentMethod', 'Transaction.paymentMethod', 'TieOutLook.subject'],
      ...['TieOutEntry.about', 'TieOutResult.subject', 'TieOutResult.completeness', 'TieOutDifference.subject'],
      ...['Organization.timeZone', 'Dispute.reason', 'AuditLog.action', 'LoanSystemSighting.lastOutcome'],
    ],
    'sentences and names of our own': [
      ...['WebhookEndpoint.lastError', 'WebhookAttempt.error', 'PoisonEvent.error', 'PaymentBatchRow.reason'],
      ...['AutopayCorrection.reason', 'TestClock.error', 'LoanSystemSync.lastError', 'LoanSystemSighting.problems'],
      ...['Backfill.name', 'ClientWrite.client', 'WebhookBatch.source', 'EventReceipt.source', 'RateLimitWindow.key'],
      ...['LoanSystemSighting.instance', 'AuditLog.subject', 'Erasure.subject', 'IdempotencyRecord.answerBody'],
      ...['TieOutAct.factsVersion', 'TieOutLook.place', 'OperatorToken.issuer', 'AuditLog.issuer'],
    ],
    'digests, tokens and four digits': [
      ...['IdempotencyRecord.key', 'WebhookToken.token', 'WebhookAddress.publicKey', 'PaymentMethod.lastFour'],
      ...['PaymentMethod.processorToken', 'PaymentMethod.processorCustomer', 'CardCapture.customer'],
      ...['SandboxCharge.token'],
    ],
    'checked as one word where it comes in': [
      ...['LoanSystem.code', 'WorkspaceMergeField.placeholder', 'WorkspaceAsset.placeholder'],
    ],
    'places and versions in another system, which are compared and shown to no client': [
      ...['LoanSystemSync.page', 'UnreadLoan.revision', 'Account.sourceRevision', 'TieOutLoan.revision'],
      ...['ProcessorPull.position', 'TieOutEntry.reference', 'TieOutDifference.reference'],
      ...['TieOutAct.paymentReference', 'AutopayCorrection.paymentReference', 'SandboxCharge.reference'],
      ...['SandboxCharge.refundReference'],
    ],
    'copied from a column that is checked': [
      ...['SuppressionRemoval.address', 'WaitingEvent.identifiers', 'SandboxPosting.externalReference'],
      ...['SandboxPosting.reason'],
    ],
  };

  it('are either checked by the rule or written by the product', () => {
    const others = Object.entries(TABLES).flatMap(([model, { columns }]) =>
      Object.entries(columns).flatMap(
        ([field, column]: [string, { readonly type: string; readonly text?: string }]) => {
          const isText = column.type === 'text' || column.type === 'text[]';
          return isText && column.text === undefined && !OURS.test(field) ? [`${model}.${field}`] : [];
        },
      ),
    );
    expect(others.toSorted()).toEqual(Object.values(OTHERS).flat().toSorted());
  });
});

function isRefusedAt(schema: z.ZodType, path: Path, value: string): boolean {
  const { error } = schema.safeParse(nested(path, value));
  return error?.issues.some((issue) => issue.path.join('.') === path.join('.')) ?? false;
}

function nested(path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof first === 'number' ? [nested(rest, value)] : { [first]: nested(rest, value) };
}

function textsOf(schema: unknown, path: Path = []): readonly Path[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, items, anyOf, format, enum: words, const: only } = { ...blank(), ...schema };
  if (Array.isArray(anyOf)) return anyOf.flatMap((option) => textsOf(option, path));
  if (type === 'array') return textsOf(items, [...path, 0]);
  if (typeof properties === 'object' && properties !== null) {
    return Object.entries(properties).flatMap(([name, member]) => textsOf(member, [...path, name]));
  }
  const isText = type === 'string' && words === undefined && only === undefined;
  return isText && (format === undefined || format === 'uri') ? [path] : [];
}

function blank(): Readonly<Record<'type' | 'properties' | 'items' | 'anyOf' | 'format' | 'enum' | 'const', unknown>> {
  return {
    type: undefined,
    properties: undefined,
    items: undefined,
    anyOf: undefined,
    format: undefined,
    enum: undefined,
    const: undefined,
  };
}
