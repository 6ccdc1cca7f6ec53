import { textOf } from '../../format/display-names';
import { statusText } from '../../format/statuses';
import type { BatchStop } from '../../generated/contract-lists';
import type { BatchFieldsFragment, PaymentBatchMode, PaymentBatchOutcome } from '../../generated/graphql';

export type Batch = BatchFieldsFragment;
export type Tally = Batch['outcomes']['posted'];

/** What a batch does when a row is refused. */
export const MODE_NAMES: Readonly<Record<PaymentBatchMode, string>> = {
  stop: 'Stop at the first refused row',
  continue: 'Try every row',
};

const STOP_TEXTS: Readonly<Record<BatchStop, string>> = {
  row_refused: 'a row was refused',
  posting_unavailable: 'the loan system could not be reached',
  organization_inactive: 'the lender is inactive',
  key_invalid: 'its API key was revoked or has expired',
};

/** Why a batch stopped. */
export function stopText(code: string): string {
  return textOf(STOP_TEXTS, code) ?? statusText(code).toLowerCase();
}

/** Rows and amounts by outcome, of the outcomes that a row has. */
export function talliesOf({ outcomes }: Batch): readonly (readonly [PaymentBatchOutcome, Tally])[] {
  const tallies: Readonly<Record<PaymentBatchOutcome, Tally>> = {
    posted: outcomes.posted,
    would_post: outcomes.wouldPost,
    pending_confirmation: outcomes.pendingConfirmation,
    unavailable: outcomes.unavailable,
    refused: outcomes.refused,
    failed: outcomes.failed,
    not_tried: outcomes.notTried,
  };
  return (Object.entries(tallies) as [PaymentBatchOutcome, Tally][]).filter(([, { rows }]) => rows > 0);
}
