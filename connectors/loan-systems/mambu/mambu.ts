import { cents } from '../../../core/money.js';
import type { LoanReference, LoanSystem, PayoffQuote, Reached } from '../port.js';
import type { RemoteParts } from '../remote.js';
import type { Untold } from '../source.js';
import { MambuApi } from './api.js';
import { NO_LOAN } from './errors.js';
import { isInDollars } from './loans.js';
import { PostingLookup } from './lookup.js';
import { Organization } from './organization.js';
import { postRepayment } from './repayment.js';
import { reverseRepayment } from './reversal.js';
import { credentials, type MambuSettings } from './settings.js';
import { MambuSource } from './source.js';
import { takesRepayments } from './statuses.js';
import { loanPath, loanShape, payoffShape } from './wire.js';

export { type MambuSettings, mambuSecrets, mambuSettings } from './settings.js';

/** Mambu names no limit after which an abandoned request is dropped; its gateway's are minutes. */
const SETTLE_AFTER_MS = 900_000;

/** Mambu API v2 (docs/loan-systems.md). Loans and transactions are known by their encoded keys, which never change. */
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
    postPayment: (payment, sending) =>
      postRepayment(api, lookup, parts.settings['transaction-channel'], payment, sending),
    reversePayment: (reversal, sending) => reverseRepayment(api, lookup, reversal, sending),
    findPosting: async (loan, externalReference) => {
      // A reference is a payment's or a reversal's; only where it stands tells which.
      const repayment = await lookup.repayment(loan, externalReference);
      if (repayment.kind === 'unavailable' || repayment.value !== 'absent') return repayment;
      return lookup.reversal(loan, externalReference);
    },
    source: sourceOf(open(), parts),
  };
}

/** One number of a loan, no word for how a payment came, nothing of what is owed behind a write-off. */
export function untoldByMambu(settings: MambuSettings): readonly Untold[] {
  const owing = settings['group-co-borrowers'];
  const always: readonly Untold[] = ['external_contract_number', 'payment_method', 'charged_off_balance'];
  return owing.length === 0 ? [...always, 'co_borrowers'] : always;
}

/** With connections of its own: however much sync reads, payments have theirs. */
function sourceOf(api: MambuApi, { clock, code, logger, settings }: RemoteParts<MambuSettings>): MambuSource {
  const log = logger.child({ loan_system: code });
  return new MambuSource(api, new Organization(api, clock), settings['group-co-borrowers'], log);
}

async function quotePayoff(
  api: MambuApi,
  organization: Organization,
  { externalId }: LoanReference,
): Promise<Reached<PayoffQuote>> {
  const [loan, time] = await Promise.all([
    api.read({ method: 'GET', path: loanPath(externalId) }, loanShape, NO_LOAN),
    organization.time(),
  ]);
  if (loan.kind === 'unavailable') return loan;
  if (time.kind === 'unavailable') return time;
  if (loan.value === 'absent') return { kind: 'answered', value: { payable: false, payoffCents: cents(0) } };
  const { accountState, balances } = loan.value.content;
  if (!takesRepayments(accountState) || !isInDollars(loan.value.content)) {
    const { principalBalance } = balances;
    return principalBalance === 'inexact'
      ? { kind: 'unavailable', isWell: true }
      : { kind: 'answered', value: { payable: false, payoffCents: principalBalance } };
  }
  const path = `${loanPath(externalId)}:previewPayOffAmounts`;
  const request = { method: 'POST', path, body: { valueDate: time.value.text } } as const;
  const payoff = await api.read(request, payoffShape);
  if (payoff.kind === 'unavailable') return payoff;
  if (payoff.value === 'absent') return { kind: 'unavailable' };
  const { totalBalance } = payoff.value.content;
  if (totalBalance === 'inexact') return { kind: 'unavailable', isWell: true };
  return { kind: 'answered', value: { payable: true, payoffCents: totalBalance } };
}
