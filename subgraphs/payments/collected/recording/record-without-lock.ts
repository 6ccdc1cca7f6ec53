import { isAudited } from '../../../../core/audit/record.js';
import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import { claimParameters, type KeyedRequest } from '../../../../core/idempotency/idempotency.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { hasConsequences } from '../../../../loan-model/projection/apply-change.js';
import type { AccountGate } from '../posting/account-concurrency-gate.js';
import type { Settled } from '../posting/first-and-later-answer-of-key.js';
import { newPayment, orderOf } from './payment-to-record.js';
import { isOnLedger, type ReadForPayment } from './read-for-payment.reads.store.js';
import type { PaymentSettlement } from './write-payment-outcome.js';

interface Requested {
  readonly account: ReadForPayment;
  readonly system: EmbeddedLoanSystem;
  readonly keyed: KeyedRequest;
  readonly body: RecordPaymentBody;
}

/**
 * Decides on what was read without a lock, and writes it in one statement, unless anything has changed since.
 *
 * @returns undefined, with nothing written, when the payment must be recorded under the loan's lock: also an operator's
 * payment, which is audited, one of a sandbox organization, whose clock may advance, one on a loan on which another
 * payment of this process is being recorded, and any that the rules may refuse.
 * @throws {Problem} `outcome_unknown` when the answer of the database was lost.
 */
export async function recordWithoutLock(
  { gate, settlement }: { readonly gate: AccountGate; readonly settlement: PaymentSettlement },
  principal: Principal,
  { account, system, keyed, body }: Requested,
): Promise<Settled | undefined> {
  const needsLock = isAudited(principal) || account.isSandbox || !account.isActive || account.isKeyStored;
  if (needsLock || !isOnLedger(account)) return undefined;
  const id = newId();
  const decided = system.decideUnlocked(account, orderOf(account, id, body));
  if (decided === undefined || body.amount_cents > decided.payoffCents - account.openCents) return undefined;
  if (decided.change.statusCode !== account.statusCode || hasConsequences(decided.change)) return undefined;
  const payment = newPayment(principal, account, id, body);
  const claimed = claimParameters(keyed, id);
  return gate.tryAlone(account.accountId, () =>
    settlement.unlocked(payment, account.loanSystemCode, decided, claimed, account.rowVersion),
  );
}
