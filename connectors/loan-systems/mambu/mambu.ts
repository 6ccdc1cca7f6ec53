import type { UnreportedField } from '../../../loan-model/loan-source-types.js';
import type { LoanSystem } from '../../../loan-model/port.js';
import { paymentMarkOf } from '../payment-mark.js';
import type { RemoteParts } from '../remote-kind.js';
import { MambuApi } from './api.js';
import { MambuSource } from './mambu-loan-source.js';
import { Organization } from './organization-time.js';
import { quotePayoff, quotePayoffOn } from './payoffs.js';
import { PostingLookup } from './posting-lookup.js';
import { postRepayment } from './repayment.js';
import { reverseRepayment } from './reversal.js';
import { credentials, type MambuSettings } from './settings.js';

export { type MambuSettings, mambuSecrets, mambuSettings } from './settings.js';

/** Mambu documents no limit after which an abandoned request is dropped; its gateway's limit is minutes. */
const SETTLE_AFTER_MS = 900_000;

/**
 * Mambu API v2 (docs/loan-systems.md). Loans and transactions are identified by their encoded keys, which never change.
 */
export function createMambu(parts: RemoteParts<MambuSettings>): LoanSystem {
  const open = () => new MambuApi(parts.connect(credentials(parts.secrets)), parts.code, parts.logger);
  const api = open();
  const organization = new Organization(api, parts.clock);
  const lookup = new PostingLookup(api);

  return {
    code: parts.code,
    settleAfterMs: SETTLE_AFTER_MS,
    marksSending: true,
    businessDay: async () => {
      const time = await organization.time();
      return time.kind === 'answered' ? { kind: 'answered', value: time.value.today } : time;
    },
    quotePayoff: (loan) => quotePayoff(api, organization, loan),
    quotePayoffOn: (loan, on) => quotePayoffOn(api, organization, loan, on),
    postPayment: (payment, sending) =>
      postRepayment(api, lookup, parts.settings['transaction-channel'], payment, sending),
    reversePayment: (reversal, sending) => reverseRepayment(api, lookup, reversal, sending),
    findPosting: async (loan, externalReference, kind) => {
      // A reference is that of a payment or of a reversal; only the lookup shows which.
      if (kind === 'reversal') return lookup.reversal(loan, externalReference);
      const repayment = await lookup.repayment(loan, externalReference);
      if (kind === 'payment') return repayment;
      if (repayment.kind === 'unavailable' || repayment.value !== 'absent') return repayment;
      return lookup.reversal(loan, externalReference);
    },
    notedPaymentId: async (_, { externalId }) => {
      const found = await lookup.transaction(externalId);
      if (found.kind === 'unavailable') return found;
      return { kind: 'answered', value: found.value === 'absent' ? null : paymentMarkOf(found.value.notes) };
    },
    source: sourceOf(open(), parts),
  };
}

/** A reversal is found by its notes only. */
export function mambuFindsByReference(settings: MambuSettings): boolean {
  return settings['adjustment-notes'] === 'kept';
}

/** Mambu has one number per loan, no payment method, and no balance of a written-off loan. */
export function unreportedByMambu(settings: MambuSettings): readonly UnreportedField[] {
  const owing = settings['group-co-borrowers'];
  const always: readonly UnreportedField[] = ['external_contract_number', 'payment_method', 'charged_off_balance'];
  return owing.length === 0 ? [...always, 'co_borrowers'] : always;
}

/** Separate connections, so that the sync's reads do not delay payments. */
function sourceOf(api: MambuApi, { clock, code, logger, settings }: RemoteParts<MambuSettings>): MambuSource {
  const log = logger.child({ loan_system: code });
  return new MambuSource(api, new Organization(api, clock), settings['group-co-borrowers'], clock, log);
}
