import type { Prisma } from '../../prisma/client/client.js';

/** How a model's rows belong to an organization. */
export type ScopeRule =
  /** The column that holds the organization's id. */
  | { readonly column: 'organizationId' | 'id' }
  /** The reason why every caller may see every row. */
  | { readonly unscoped: string };

const BY_ORGANIZATION = { column: 'organizationId' } as const;

/**
 * The one declaration of what belongs to whom. A model without a rule does not compile; one that appears at run time
 * all the same is refused.
 */
export const ORGANIZATION_SCOPE: Readonly<Record<Prisma.ModelName, ScopeRule>> = {
  Organization: { column: 'id' },
  LoanSystem: { unscoped: 'above organizations, for administration only: whose accounts it holds is told to admins' },
  LoanSystemSync: { unscoped: 'how far the sync of a loan system has come; it holds no data of borrowers' },
  LoanSystemSighting: { unscoped: 'how running parts reach a loan system; it holds no data of borrowers' },
  UnreadLoan: { unscoped: 'loans by their identifier in their system; it holds no data of borrowers' },
  Person: BY_ORGANIZATION,
  PersonAddress: BY_ORGANIZATION,
  Account: BY_ORGANIZATION,
  AccountBorrower: BY_ORGANIZATION,
  Transaction: BY_ORGANIZATION,
  LifecycleEvent: BY_ORGANIZATION,
  PastDueSnapshot: BY_ORGANIZATION,
  CollectedPayment: BY_ORGANIZATION,
  PaymentReversal: BY_ORGANIZATION,
  OperatorException: BY_ORGANIZATION,
  PaymentMethod: BY_ORGANIZATION,
  CardCapture: BY_ORGANIZATION,
  AutopaySchedule: BY_ORGANIZATION,
  AutopayRun: BY_ORGANIZATION,
  AutopayAttempt: BY_ORGANIZATION,
  IdempotencyRecord: BY_ORGANIZATION,
  LedgerLoan: BY_ORGANIZATION,
  LedgerEntry: BY_ORGANIZATION,
  LedgerLine: BY_ORGANIZATION,
  SandboxLoan: BY_ORGANIZATION,
  SandboxPosting: BY_ORGANIZATION,
  SandboxCharge: BY_ORGANIZATION,
  Workspace: BY_ORGANIZATION,
  EmailTemplate: BY_ORGANIZATION,
  WorkspaceMergeField: BY_ORGANIZATION,
  WorkspaceAsset: BY_ORGANIZATION,
  Campaign: BY_ORGANIZATION,
  CampaignIdentifier: BY_ORGANIZATION,
  CampaignEvent: BY_ORGANIZATION,
  Suppression: BY_ORGANIZATION,
  SuppressionRemoval: BY_ORGANIZATION,
  WebhookBatch: { unscoped: 'a call of a provider, before anybody knows whose campaigns it is about' },
  EventReceipt: { unscoped: 'providers’ ids of events, before anybody knows whose they are' },
  WebhookToken: { unscoped: 'one-time tokens of providers' },
  WaitingEvent: { unscoped: 'events whose campaign, and so whose organization, is not known yet' },
  PoisonEvent: { unscoped: 'events that could not be stored; operators see to them' },
  ApiKey: { unscoped: 'a key covers several organizations and is looked up before there is a principal' },
  OperatorToken: { unscoped: 'operators stand above organizations; a token is looked up before there is a principal' },
  AuditLog: { unscoped: 'administrative acts stand above organizations' },
  Heartbeat: { unscoped: 'a row that is written to see whether the database can be' },
  Backfill: { unscoped: 'how far the filling of a new column has come, for all' },
  RateLimitWindow: { unscoped: 'counts requests, before there is a principal' },
};

/** @throws {Error} for a model without a declared rule. */
export function scopeRuleOf(model: string): ScopeRule {
  const declared = Object.entries(ORGANIZATION_SCOPE).find(([name]) => name === model);
  if (declared === undefined)
    throw new Error(`model ${model} has no organization rule in core/db/organization-scope.ts`);
  return declared[1];
}
