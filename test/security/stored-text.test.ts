import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { captureCardBody } from '../../core/contract/card-capture.js';
import { bookLoanBody } from '../../core/contract/ledger-request-bodies.js';
import { Wrong } from '../../ledger/boarding/cell-readers.js';
import { LOAN_COLUMNS, TRANSACTION_COLUMNS } from '../../ledger/boarding/columns.js';
import { TABLES } from '../../prisma/client/rows.js';
import { WRITTEN_BY_THE_PRODUCT } from '../support/fields-written-by-the-product.js';

/** All bodies that clients write. REST, GraphQL and the command line check them with the same schemas. */
const BODIES: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ['captureCardBody', captureCardBody()],
  ...(await contractExports()).flatMap(([name, schema]) =>
    name.endsWith('Body') && !name.startsWith('earlier') && schema instanceof z.ZodType
      ? [[name, schema] as const]
      : [],
  ),
];

/** The path to a text field; `0` is the first item of a list. */
type Path = readonly (string | number)[];

const FIELDS = BODIES.flatMap(([body, schema]) =>
  textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).map((path) => ({ body, schema, path })),
);

/** Ids, dates and enums: other values are refused or not stored. */
const NO_TEXT = /^(?:.*_id|.*_ids|card|types|start_date|originated_on|first_due_on|from|until|after|sample_data)$/;
/** A lender's loan numbers: digits that look like a card number are accepted if they name an account. */
const NUMBERS = ['loan_number', 'external_contract_number', 'account_id'];
/** Message content, in which direction marks and soft hyphens are allowed. */
const CONTENT = ['subject_template', 'html_template', 'text_template', 'value'];
/** Stored sealed. */
const SECRET = ['idempotency_key', 'signing_key'];

const WRITTEN = FIELDS.filter(
  ({ path }) => !path.some((name) => NO_TEXT.test(String(name)) || SECRET.includes(String(name))),
);

describe('a card number', () => {
  const refused = WRITTEN.filter(({ path }) => !NUMBERS.includes(String(path.at(-1))));

  it('is searched for in all existing fields', () => {
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
    'does not block a loan whose number looks like one, at $path of $body',
    ({ schema, path }) => {
      expect(isRefusedAt(schema, path, '4242424242424242')).toBe(false);
    },
  );

  it('is refused in a loan file, except as a loan or contract number', () => {
    const taken = Object.entries({ ...LOAN_COLUMNS, ...TRANSACTION_COLUMNS })
      .filter(([, column]) => !(column.read('4242 4242 4242 4242') instanceof Wrong))
      .map(([name]) => name);
    expect(taken).toEqual(['loan_number', 'contract_number']);
  });
});

describe('an invisible character', () => {
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

  it('is accepted as a joiner that a name needs', () => {
    const borrower = { role: 'primary', display_name: 'നവന്\u200d' };
    expect(isRefusedAt(bookLoanBody, ['borrowers', 0, 'display_name'], borrower.display_name)).toBe(false);
  });
});

describe('columns of text', () => {
  const OTHERS: Readonly<Record<string, readonly string[]>> = {
    'enum values': [
      ...['Event.code', 'WebhookEndpoint.disabledReason', 'PaymentBatch.stopReason', 'IdempotencyRecord.operation'],
      ...['LedgerLine.ledgerAccount', 'LedgerProductVersion.dayCount', 'LedgerProductVersion.applicationOrder'],
      ...['LedgerProductVersion.payoffRule', 'LedgerProductVersion.accrueTo', 'AutopayCorrection.cause'],
      ...['ProcessorEvent.outcome', 'ProcessorEvent.source', 'MonthlyRoll.fromState', 'MonthlyRoll.toState'],
      ...[
        'SandboxLoan.scenario',
        'SandboxPosting.paymentMethod',
        'Transaction.paymentMethod',
        'TieOutComparison.subject',
      ],
      ...['TieOutEntry.about', 'TieOutResult.subject', 'TieOutResult.completeness', 'TieOutDifference.subject'],
      ...['Organization.timeZone', 'Dispute.reason', 'AuditLog.action', 'LoanSystemConnectionStatus.lastOutcome'],
      ...['ApprovalRequest.leastRole', 'ApprovalRequest.decidedRole', 'ApprovalRequest.mutation'],
    ],
    'texts and names of the product': [
      ...['WebhookEndpoint.lastError', 'WebhookAttempt.error', 'PoisonEvent.error', 'PaymentBatchRow.reason'],
      ...[
        'AutopayCorrection.reason',
        'TestClock.error',
        'LoanSystemSync.lastError',
        'LoanSystemConnectionStatus.problems',
      ],
      ...['Backfill.name', 'ClientWrite.client', 'WebhookBatch.source', 'EventReceipt.source', 'RateLimitWindow.key'],
      ...['LoanSystemConnectionStatus.instance', 'AuditLog.subject', 'Erasure.subject', 'IdempotencyRecord.answerBody'],
      ...['TieOutAct.factsVersion', 'TieOutComparison.place', 'OperatorToken.issuer', 'AuditLog.issuer'],
      ...['OperatorToken.organizationRoles', 'Operator.organizationRoles', 'Operator.issuer'],
      ...['ApprovalRequest.askedByIssuer', 'ApprovalRequest.decidedByIssuer'],
    ],
    'digests, tokens and four digits': [
      ...[
        'ApprovalRequest.key',
        'IdempotencyRecord.key',
        'WebhookToken.token',
        'WebhookAddress.publicKey',
        'PaymentMethod.lastFour',
      ],
      ...['PaymentMethod.processorToken', 'PaymentMethod.processorCustomer', 'CardCapture.customer'],
      ...['SandboxCharge.token'],
    ],
    'checked as a single word on input': [
      ...['LoanSystem.code', 'WorkspaceMergeField.placeholder', 'WorkspaceAsset.placeholder'],
    ],
    'positions and versions in another system, which are compared but never shown to clients': [
      ...['LoanSystemSync.page', 'UnreadLoan.revision', 'Account.sourceRevision', 'TieOutLoan.revision'],
      ...[
        'LoanSystemSync.changesPosition',
        'ProcessorPull.position',
        'TieOutEntry.reference',
        'TieOutDifference.reference',
      ],
      ...['TieOutAct.paymentReference', 'AutopayCorrection.paymentReference', 'SandboxCharge.reference'],
      ...['SandboxCharge.refundReference'],
    ],
    'copied from a checked column': [
      ...['SuppressionRemoval.address', 'WaitingEvent.identifiers', 'SandboxPosting.externalReference'],
      ...['SandboxPosting.reason'],
    ],
  };

  it('are either checked by the rule or written by the product', () => {
    const others = Object.entries(TABLES).flatMap(([model, { columns }]) =>
      Object.entries(columns).flatMap(
        ([field, column]: [string, { readonly type: string; readonly text?: string }]) => {
          const isText = column.type === 'text' || column.type === 'text[]';
          return isText && column.text === undefined && !WRITTEN_BY_THE_PRODUCT.test(field)
            ? [`${model}.${field}`]
            : [];
        },
      ),
    );
    expect(others.toSorted()).toEqual(Object.values(OTHERS).flat().toSorted());
  });
});

async function contractExports(): Promise<readonly (readonly [string, unknown])[]> {
  const files = readdirSync('core/contract').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(`../../core/contract/${file}`)));
  return modules.flatMap((contract: object) => Object.entries(contract));
}

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
