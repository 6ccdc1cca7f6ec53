import type { Prisma } from '../../prisma/client/client.js';
import type { UnscopedReason } from './unscoped-reasons.js';

/** The column that holds the organization's id. */
export interface OrganizationRule {
  readonly column: 'organizationId' | 'id';
}

/** How a model's rows belong to an organization. */
export type ScopeRule =
  | OrganizationRule
  /** The reason why every caller may see every row. */
  | { readonly unscoped: UnscopedReason };

const BY_ORGANIZATION = { column: 'organizationId' } as const;

/**
 * The one declaration of which rows belong to which organization, for statements and for Prisma's models. A model
 * without a rule does not compile; at run time it is refused.
 */
export const ORGANIZATION_SCOPE: Readonly<Record<Prisma.ModelName, ScopeRule>> = {
  Organization: { column: 'id' },
  LoanSystem: { unscoped: 'administration_only' },
  LoanSystemSync: { unscoped: 'loan_system_without_borrower_data' },
  LoanSystemConnectionStatus: { unscoped: 'loan_system_without_borrower_data' },
  UnreadLoan: { unscoped: 'loan_system_without_borrower_data' },
  Person: BY_ORGANIZATION,
  PersonAddress: BY_ORGANIZATION,
  Account: BY_ORGANIZATION,
  AccountBorrower: BY_ORGANIZATION,
  Transaction: BY_ORGANIZATION,
  LifecycleEvent: BY_ORGANIZATION,
  AccountNote: BY_ORGANIZATION,
  CollectionAssignment: BY_ORGANIZATION,
  SharedView: BY_ORGANIZATION,
  AccountFlag: BY_ORGANIZATION,
  AccountFlagRule: BY_ORGANIZATION,
  ActLimit: BY_ORGANIZATION,
  ApprovalRequest: BY_ORGANIZATION,
  PastDueSnapshot: BY_ORGANIZATION,
  ReportedPayoff: BY_ORGANIZATION,
  DailyPosition: BY_ORGANIZATION,
  MonthlyRoll: BY_ORGANIZATION,
  PositionProgress: BY_ORGANIZATION,
  PostingReferenceSecret: { unscoped: 'table_without_organizations' },
  CollectedPayment: BY_ORGANIZATION,
  PaymentReversal: BY_ORGANIZATION,
  OperatorException: BY_ORGANIZATION,
  TieOutComparison: BY_ORGANIZATION,
  TieOutEntry: BY_ORGANIZATION,
  TieOutLoan: BY_ORGANIZATION,
  TieOutResult: BY_ORGANIZATION,
  TieOutAct: BY_ORGANIZATION,
  TieOutDifference: BY_ORGANIZATION,
  PaymentBatch: BY_ORGANIZATION,
  PaymentBatchRow: BY_ORGANIZATION,
  PaymentMethod: BY_ORGANIZATION,
  CardCapture: BY_ORGANIZATION,
  AutopaySchedule: BY_ORGANIZATION,
  AutopayRun: BY_ORGANIZATION,
  AutopayAttempt: BY_ORGANIZATION,
  AutopayCorrection: BY_ORGANIZATION,
  Dispute: BY_ORGANIZATION,
  ProcessorEvent: { unscoped: 'before_the_organization_is_known' },
  ProcessorPull: { unscoped: 'table_without_organizations' },
  IdempotencyRecord: BY_ORGANIZATION,
  LedgerLoan: BY_ORGANIZATION,
  LedgerEntry: BY_ORGANIZATION,
  LedgerLine: BY_ORGANIZATION,
  LedgerDayEnd: BY_ORGANIZATION,
  LedgerProduct: BY_ORGANIZATION,
  LedgerProductVersion: BY_ORGANIZATION,
  LedgerBoarding: BY_ORGANIZATION,
  LedgerBoardingLoan: BY_ORGANIZATION,
  LedgerBoardingTransaction: BY_ORGANIZATION,
  LedgerBoardingProblem: BY_ORGANIZATION,
  LedgerBoardingSkippedLoan: BY_ORGANIZATION,
  LedgerOpening: BY_ORGANIZATION,
  Event: BY_ORGANIZATION,
  WebhookEndpoint: { unscoped: 'endpoint_of_several_organizations' },
  WebhookSubscription: BY_ORGANIZATION,
  WebhookDelivery: BY_ORGANIZATION,
  WebhookAttempt: BY_ORGANIZATION,
  SandboxLoan: BY_ORGANIZATION,
  SandboxPosting: BY_ORGANIZATION,
  SandboxCharge: BY_ORGANIZATION,
  TestClock: BY_ORGANIZATION,
  Workspace: BY_ORGANIZATION,
  EmailTemplate: BY_ORGANIZATION,
  WorkspaceMergeField: BY_ORGANIZATION,
  WorkspaceAsset: BY_ORGANIZATION,
  Campaign: BY_ORGANIZATION,
  CampaignIdentifier: BY_ORGANIZATION,
  CampaignEvent: BY_ORGANIZATION,
  WebhookAddress: BY_ORGANIZATION,
  Suppression: BY_ORGANIZATION,
  SuppressionRemoval: BY_ORGANIZATION,
  WebhookBatch: { unscoped: 'before_the_organization_is_known' },
  EventReceipt: { unscoped: 'before_the_organization_is_known' },
  WebhookToken: { unscoped: 'before_the_organization_is_known' },
  WaitingEvent: { unscoped: 'before_the_organization_is_known' },
  PoisonEvent: { unscoped: 'before_the_organization_is_known' },
  Erasure: BY_ORGANIZATION,
  ErasureTombstone: BY_ORGANIZATION,
  ErasureKey: { unscoped: 'table_without_organizations' },
  ApiKey: { unscoped: 'before_the_organization_is_known' },
  Operator: { unscoped: 'before_the_organization_is_known' },
  OperatorToken: { unscoped: 'before_the_organization_is_known' },
  AuditLog: { unscoped: 'audit_log_of_all_organizations' },
  AuditSeal: { unscoped: 'audit_log_of_all_organizations' },
  AuditHead: { unscoped: 'audit_log_of_all_organizations' },
  AuditMasking: { unscoped: 'audit_log_of_all_organizations' },
  AuditSealProgress: { unscoped: 'audit_log_of_all_organizations' },
  Heartbeat: { unscoped: 'table_without_organizations' },
  ClientWrite: { unscoped: 'table_without_organizations' },
  Backfill: { unscoped: 'table_without_organizations' },
  RateLimitWindow: { unscoped: 'table_without_organizations' },
};

/** @throws {Error} for a model without a declared rule. */
export function scopeRuleOf(model: string): ScopeRule {
  const declared = Object.entries(ORGANIZATION_SCOPE).find(([name]) => name === model);
  if (declared === undefined)
    throw new Error(`model ${model} has no organization rule in core/db/organization-scope.ts`);
  return declared[1];
}

/** How many organizations a caller may see. */
export type Reach = 'one' | 'some' | 'all';

/**
 * The organizations that a statement covers for a caller who reaches several: `every` one, or only the `lenders`.
 * Sums, and the lists that they link to, leave sandbox organizations out, unless the caller asks for one or reaches
 * only sandboxes.
 */
export type Across = 'every' | 'lenders';

/**
 * "All" is a list too: every key of a tenant table begins with the organization, and without one `where id = $1` is a
 * scan. Each query reads the list once, so that every process sees a new organization at once. `offset 0` keeps it a
 * separate list: Citus evaluates it first, and otherwise refuses some joins with it.
 */
const EVERY_ORGANIZATION = 'array(select every.id from organization every offset 0)';
const EVERY_LENDER = 'array(select every.id from organization every where not every.sandbox offset 0)';

/**
 * The lenders in a list that has both: a sum never mixes real money with sandbox money. (Citus rejects `exists` over
 * a select without columns.)
 */
function lendersAmong(list: string): string {
  return `array(select listed.id from organization listed where listed.id = any(${list}) and (not listed.sandbox or not exists (
    select lender.id from organization lender where lender.id = any(${list}) and not lender.sandbox)) offset 0)`;
}

/**
 * For a statement: the condition that restricts `column` to what the caller may see.
 *
 * @param reach - how many organizations that is.
 * @param placeholder - for the one organization, or for the list.
 * @param across - which of several it covers.
 */
export function organizationCondition(
  column: string,
  reach: Reach,
  placeholder: () => string,
  across: Across = 'every',
): string {
  switch (reach) {
    case 'one':
      return `${column} = ${placeholder()}::text`;
    case 'some': {
      const list = `${placeholder()}::text[]`;
      return `${column} = any(${across === 'lenders' ? lendersAmong(list) : list})`;
    }
    case 'all':
      return `${column} = any(${across === 'lenders' ? EVERY_LENDER : EVERY_ORGANIZATION})`;
  }
}

/**
 * For Prisma: the same condition, as part of a `where`.
 *
 * @param organizationIds - the caller's allowlist, or the ids of all organizations.
 */
export function organizationFilter(rule: OrganizationRule, organizationIds: readonly string[]) {
  return { [rule.column]: { in: [...organizationIds] } };
}

/**
 * Whether a `where` names organizations itself, so that it can use an index without a list; an organization is its
 * own key.
 */
export function namesOrganizations({ column }: OrganizationRule, where: Readonly<Record<string, unknown>>): boolean {
  if (column === 'id') return true;
  const uniqueKeys = Object.entries(where).filter(([name]) => name.startsWith(`${column}_`));
  return [where, ...uniqueKeys.map(([, parts]) => parts)].some((parts) => isNamed(memberOf(parts, column)));
}

function isNamed(value: unknown): boolean {
  return (
    typeof value === 'string' || Array.isArray(memberOf(value, 'in')) || typeof memberOf(value, 'equals') === 'string'
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
