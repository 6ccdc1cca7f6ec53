import { SANDBOX_PROCESSOR_CODE } from '../../../../connectors/card-processors/sandbox/sandbox.js';
import { isSandbox } from '../../../../core/business-time/business-clock.js';
import type { Transaction } from '../../../../core/db/database.js';
import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { holdEligibleMethod } from './autopay-schedule.store.js';

export interface Funding {
  readonly paymentMethodId: string;
  readonly accountId: string;
  /** The account's organization. */
  readonly organizationId: string;
  /**
   * Codes of the processors that lenders can charge in this process; a sandbox organization can use the sandbox's
   * processor only.
   */
  readonly processors: readonly string[];
  readonly today: IsoDate;
}

/**
 * Locks the method that is to fund a schedule until the transaction ends, so that it cannot be deactivated in
 * between. Otherwise returns why it cannot fund it; unknown and out of scope give the same error.
 */
export async function holdFunding(
  tx: Transaction,
  principal: Principal,
  { paymentMethodId: id, ...funding }: Funding,
): Promise<readonly ValidationIssue[]> {
  const { accountId, organizationId, today } = funding;
  const processors = (await isSandbox(tx, organizationId)) ? [SANDBOX_PROCESSOR_CODE] : funding.processors;
  const asked = { id, organizationId, accountId, processors, today };
  const held = isId(id) ? await tx.first(principal, holdEligibleMethod, asked) : undefined;
  return held === undefined ? [wrongValue('payment_method_id', NOT_ELIGIBLE, id)] : [];
}

const NOT_ELIGIBLE =
  'the payment method must be active, chargeable, not past its expiry month, and belong to a borrower on the account';
