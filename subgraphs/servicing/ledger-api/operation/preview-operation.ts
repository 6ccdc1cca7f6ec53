import { checkedBody } from '../../../../core/contract/checked-write.js';
import { adjustmentBody, waiverBody } from '../../../../core/contract/ledger-request-bodies.js';
import { cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LoanPosition, PlannedOperation } from '../../../../ledger/operations/operation-preview.js';
import { previewLoanOperation } from '../../../../ledger/preview-loan-operation.js';
import { requireLedgerAccount } from './account-of-operation.reads.store.js';
import type {
  LedgerLoanPosition,
  LedgerOperationPreview,
  PreviewLedgerOperationInput,
} from './preview-operation.type.js';

/** Stands in for the reason, which is typed last and does not change the result. */
const reason = 'preview';

/** What a manual operation would do now. It locks and writes nothing, so a posting in between may change the result. */
export class LedgerOperationPreviewer {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /**
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `account_not_found`, `not_a_ledger_account`,
   *   `posting_unavailable`
   */
  async preview(
    principal: Principal,
    accountId: string,
    asked: PreviewLedgerOperationInput,
  ): Promise<LedgerOperationPreview> {
    requireScope(principal, 'ledger:read');
    const operation = plannedOf(asked);
    const { db, clock } = this.parts;
    const account = await requireLedgerAccount(db, principal, accountId);
    const { asOf, before, after, refusal } = await previewLoanOperation(db, clock, account, operation);
    return { asOf, before: shown(before), after: after === undefined ? null : shown(after), refusal: refusal ?? null };
  }
}

/** Checked by the rules of the operation itself, so that a preview is refused where the operation would be. */
function plannedOf({ type, ...amounts }: PreviewLedgerOperationInput): PlannedOperation {
  const { component, amountCents, principalCents, interestCents, feesCents } = amounts;
  switch (type) {
    case 'waiver': {
      const body = checkedBody(waiverBody, { component, amount_cents: amountCents, reason });
      return { type, component: body.component, amountCents: cents(body.amount_cents) };
    }
    case 'adjustment': {
      const given = { principal_cents: principalCents, interest_cents: interestCents, fees_cents: feesCents, reason };
      const body = checkedBody(adjustmentBody, given);
      const components = {
        principalCents: cents(body.principal_cents ?? 0),
        interestCents: cents(body.interest_cents ?? 0),
        feesCents: cents(body.fees_cents ?? 0),
      };
      return { type, components };
    }
    default:
      return { type };
  }
}

function shown({ status, owed, pastDue: { pastDueCents, nextDueOn, nextDueCents } }: LoanPosition): LedgerLoanPosition {
  return { statusCode: status, ...owed, pastDueCents, nextDueOn, nextDueCents };
}
