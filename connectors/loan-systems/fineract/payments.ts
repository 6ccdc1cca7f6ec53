import type { IsoInstant } from '../../../core/time/dates.js';
import type { PaymentOrder, PostingOutcome, Sending, Unavailable } from '../../../loan-model/port.js';
import { decimalOf } from '../http/amounts.js';
import { withPaymentMark } from '../payment-mark.js';
import { sendCommand } from './commands.js';
import { paymentPosting } from './find-postings.js';
import type { FineractContext } from './fineract-context.js';

const MOST_NOTE = 1000;

/** Posts a payment on the business day: as a repayment, or as a recovery if the loan was written off. */
export async function postPayment(
  desk: FineractContext,
  order: PaymentOrder,
  sending?: Sending,
): Promise<PostingOutcome> {
  const { settings } = desk;
  const [day, standing] = await Promise.all([
    desk.businessDays.plausible(order.loan.externalId),
    desk.standing(order.loan),
  ]);
  // Without both, nothing is sent: certainly not posted.
  if (day.kind === 'unavailable') return notSent(day);
  if (standing.kind === 'unavailable') return notSent(standing);
  if (standing.value === 'absent') return { kind: 'refused', reason: 'loan_not_found' };
  const { command } = standing.value;
  // The status is read before the command is sent. If the loan is paid off in between, Fineract takes the payment all
  // the same, as overpaid: the posting then says so. A loan that accepts no payment may have been paid off by this very
  // payment, so the payment is looked up.
  if (command === null) return lookFor(desk, order, { kind: 'refused', reason: 'loan_not_payable' });

  const note = withPaymentMark(order.memo, order.paymentId, MOST_NOTE);
  const paymentTypeId = settings['payment-types'].get(order.paymentMethod);
  const body = {
    transactionDate: day.value,
    transactionAmount: decimalOf(order.amountCents),
    dateFormat: 'yyyy-MM-dd',
    locale: 'en',
    externalId: order.externalReference,
    ...(paymentTypeId === undefined ? {} : { paymentTypeId }),
    ...(order.checkNumber === null ? {} : { checkNumber: String(order.checkNumber) }),
    ...(note === null ? {} : { note }),
  };
  const path = ['loans', order.loan.externalId, 'transactions'];
  const sent = { path, command, reference: order.externalReference, body, sending };
  const outcome = await sendCommand(desk, sent);
  switch (outcome.kind) {
    case 'carried_out':
      return lookFor(desk, order, { kind: 'unknown' }, outcome.at);
    case 'look':
      return lookFor(desk, order, { kind: 'unknown' });
    // An earlier try may have been posted, and may be the reason for this refusal.
    case 'refused':
      return lookFor(desk, order, outcome);
    case 'no_payment_type': {
      const refusedSetting = { setting: 'payment-types', value: `${order.paymentMethod}=${paymentTypeId}` };
      return lookFor(desk, order, { kind: 'unreachable', isWell: true, refusedSetting });
    }
    default:
      return outcome;
  }
}

function notSent({ isWell, problem }: Unavailable): PostingOutcome {
  return { kind: 'unreachable', ...(isWell && { isWell }), ...(problem !== undefined && { problem }) };
}

/** The answer to a command only names the transaction, so the transaction itself is read. */
async function lookFor(
  desk: FineractContext,
  order: PaymentOrder,
  otherwise: PostingOutcome,
  carriedOutAt?: IsoInstant,
): Promise<PostingOutcome> {
  const found = await desk.postings.byExternalId(order.loan, order.externalReference);
  if (found.kind === 'unavailable') return { kind: 'unknown' };
  if (found.value === 'absent') return otherwise;
  const posting = paymentPosting(found.value, desk.settings, carriedOutAt);
  return posting === undefined ? { kind: 'unknown' } : { kind: 'confirmed', posting };
}
