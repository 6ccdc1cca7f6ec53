import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { PayoffQuote } from '../../../../loan-model/port.js';
import { type PayableAccountRow, type Quote, reservable } from '../../account/payable-account.reads.store.js';
import { exceedsPayoff } from './payment-to-record.js';

interface Wanted {
  readonly account: PayableAccountRow;
  readonly quote: PayoffQuote;
  readonly body: RecordPaymentBody;
  readonly quoted: Quote;
}

/**
 * Requires the account's or the loan's lock. Subtracts what the quote cannot include yet: of two racing payments one
 * finds too little left.
 *
 * @throws {Problem} `account_not_payable`, `amount_exceeds_payoff`
 */
export async function requireRoom(
  tx: Transaction,
  principal: Principal,
  { account, quote, body, quoted }: Wanted,
): Promise<void> {
  const unsettled = await reservable(tx, principal, account, quoted);
  if (!quote.payable || !unsettled.isActive) throw new Problem('account_not_payable');
  const room = quote.payoffCents - unsettled.cents;
  if (body.amount_cents > room) throw exceedsPayoff(principal, room);
}
