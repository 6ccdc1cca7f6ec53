import type { PaymentOrder, PostingOutcome, Sending } from '../../../loan-model/port.js';
import { decimalOf } from '../http/amounts.js';
import type { MambuApi } from './api.js';
import { paymentNotes } from './notes.js';
import { asPosting, type PostingLookup } from './posting-lookup.js';
import { loanPath, transactionShape } from './response-schemas.js';
import { sendOnce, write } from './send-write.js';

/** Without a date, so that Mambu books it now, on its business day. */
export async function postRepayment(
  api: MambuApi,
  lookup: PostingLookup,
  channel: string | undefined,
  payment: PaymentOrder,
  sending?: Sending,
): Promise<PostingOutcome> {
  const { loan, externalReference } = payment;
  const body = {
    amount: decimalOf(payment.amountCents),
    externalId: externalReference,
    notes: paymentNotes(payment),
    ...(channel !== undefined && { transactionDetails: { transactionChannelId: channel } }),
  };
  const request = write(`${loanPath(loan.externalId)}/repayment-transactions`, body, sending);

  return sendOnce(api, request, {
    success: async (answer) => {
      const transaction = api.understand(request, answer, transactionShape);
      const posting = transaction === undefined ? undefined : asPosting(transaction);
      return posting === undefined ? { kind: 'unknown' } : { kind: 'confirmed', posting };
    },
    standing: async () => {
      const found = await lookup.repayment(loan, externalReference);
      if (found.kind === 'unavailable') return found;
      const { value } = found;
      return { kind: 'answered', value: value === 'absent' ? value : { kind: 'confirmed', posting: value } };
    },
  });
}
