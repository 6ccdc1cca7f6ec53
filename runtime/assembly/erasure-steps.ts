import { type ErasureStep, sharedStep } from '../../core/erasure/erasure-step.js';
import { eraseExceptionTexts } from '../../core/exceptions/erase-operator-exception-texts.js';
import { eraseAnswers } from '../../core/idempotency/erase-answers.js';
import { eraseBoardings } from '../../ledger/boarding/erase-boardings.js';
import { eraseJournal } from '../../ledger/erasure/erase-journal-memos.js';
import { eraseOpeningDigests } from '../../ledger/erasure/erase-opening-digests.js';
import { eraseFlagReasons } from '../../loan-model/flags/erase-flag-reasons.js';
import { erasePerson } from '../../loan-model/person/erase-person.js';
import { eraseTransactionTexts } from '../../loan-model/projection/erase-transaction-texts.js';
import { eraseSuppressions } from '../../subgraphs/messaging/email/suppression/pseudonymize-suppressed-addresses.js';
import { eraseWebhookAnswers } from '../../subgraphs/messaging/outgoing-webhooks/delivery/erase-response-bodies-naming-person.js';
import {
  eraseEvents,
  eraseWaiting,
} from '../../subgraphs/messaging/provider-events/campaign-event/erase-campaign-and-waiting-events.js';
import { erasePoison } from '../../subgraphs/messaging/provider-events/poison-event/erase-address-within-poison-events.js';
import { eraseBatches } from '../../subgraphs/messaging/provider-events/webhook-call/erase-address-within-stored-calls.js';
import { erasePauseReasons } from '../../subgraphs/payments/autopay/schedule/erase-pause-reasons.js';
import { eraseBatchTexts } from '../../subgraphs/payments/collected/batch/erase-batch-texts.js';
import { erasePaymentTexts } from '../../subgraphs/payments/collected/payment/erase-payment-texts.js';
import { eraseReversalTexts } from '../../subgraphs/payments/collected/reversal/erase-reversal-texts.js';
import { eraseMethods } from '../../subgraphs/payments/methods/payment-method/erase-shown-data-of-methods.js';
import { eraseActTexts } from '../../subgraphs/payments/tie-out/act/erase-act-texts.js';
import { eraseNoteTexts } from '../../subgraphs/servicing/accounts/note/erase-note-texts.js';

/** The steps of an erasure, in order. The first step runs together with the tombstones. */
export const ERASURE_STEPS: readonly ErasureStep[] = [
  sharedStep('rows', [erasePerson, eraseOpeningDigests]),
  eraseMethods,
  sharedStep('texts', [
    erasePaymentTexts,
    eraseReversalTexts,
    erasePauseReasons,
    eraseTransactionTexts,
    eraseActTexts,
    eraseBatchTexts,
    eraseExceptionTexts,
    eraseFlagReasons,
    eraseNoteTexts,
  ]),
  eraseJournal,
  eraseBoardings,
  eraseAnswers,
  eraseEvents,
  eraseSuppressions,
  eraseBatches,
  eraseWaiting,
  erasePoison,
  eraseWebhookAnswers,
];
