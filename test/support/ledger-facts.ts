import assert from 'node:assert/strict';
import type { Loan } from '../../ledger/loan.js';
import type { Opening } from '../../ledger/replayable-loan-events.js';
import type { BookEntry, LedgerBook } from './ledger-book.js';
import type { Counting, Fact } from './recomputed.js';

/** What happened to a loan, starting with the opening of a boarded one, without reversed payments and charge-offs. */
export function factsOf({ entries, loan: { originalPrincipalCents } }: LedgerBook): Fact[] {
  const reversed = new Set(entries.map(({ reversesReference }) => reversesReference));
  const isUndone = entries.some(({ type }) => type === 'charge_off_reversal');
  return entries.flatMap((entry, index) => {
    const chargedTo = chargedBy(entries.slice(0, index + 1));
    return told(entry, dayOf(entry)).map((fact): Fact => ({ ...fact, chargedTo }));
  });

  function told({ type, referenceNumber, transaction, opening }: BookEntry, day: string): Fact[] {
    const amount = BigInt(transaction.amountCents ?? 0);
    switch (type) {
      case 'disbursement':
        return [{ kind: 'disbursement', on: day, cents: amount }];
      case 'payment':
      case 'recovery': {
        const paid: Fact = { kind: 'payment', on: day, cents: amount, id: String(referenceNumber) };
        return reversed.has(referenceNumber) ? [] : [paid];
      }
      case 'nsf_fee':
        return [{ kind: 'fee', cents: amount }];
      case 'late_fee':
        return [{ kind: 'late_fee', cents: amount }];
      case 'opening':
        return [begun(day, opening ?? assert.fail('it says how it stood'), originalPrincipalCents, isUndone)];
      case 'waiver':
        return [
          { kind: 'waived_interest', on: day, cents: -BigInt(transaction.interestCents ?? 0) },
          { kind: 'waived_fees', on: day, cents: -BigInt(transaction.feesCents ?? 0) },
        ];
      case 'adjustment': {
        const { principalCents, interestCents, feesCents } = transaction;
        const [principal, interest, fees] = [principalCents, interestCents, feesCents].map((cents) =>
          BigInt(cents ?? 0),
        );
        return [
          { kind: 'adjustment', on: day, principal: principal ?? 0n, interest: interest ?? 0n, fees: fees ?? 0n },
        ];
      }
      case 'charge_off':
        return reversed.has(referenceNumber) ? [] : [{ kind: 'charge_off', on: day }];
      default:
        return [];
    }
  }
}

/**
 * The day through which interest was charged after these entries, without the entries that were reversed among them.
 */
function chargedBy(entries: readonly BookEntry[]): string {
  const back = new Set(entries.map(({ reversesReference }) => reversesReference));
  const chargesNothing = new Set(['nsf_fee', 'reallocation', 'loss_change']);
  const days = entries
    .filter(({ type, referenceNumber }) => !chargesNothing.has(type) && !back.has(referenceNumber))
    .map(dayOf);
  return days.toSorted().at(-1) ?? '';
}

function dayOf({ accruedTo, effectiveOn }: BookEntry): string {
  return accruedTo ?? effectiveOn;
}

/** A reversed charge-off has no effect: the amount it had taken off the principal was paid. */
function begun(on: string, opening: Opening, lent: number, isUndone: boolean): Fact {
  const { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn } = opening;
  const isNeverLost = chargedOffOn !== null && isUndone;
  const paid = isNeverLost ? Math.max(scheduledPaidCents, lent - principalCents) : scheduledPaidCents;
  const [principal, interest, fees] = [BigInt(principalCents), BigInt(interestCents), BigInt(feesCents)];
  const isChargedOff = chargedOffOn !== null && !isUndone;
  return { kind: 'opening', on, principal, interest, fees, towardSchedule: BigInt(paid), isChargedOff };
}

/** The terms for recomputing a loan. */
export function countingOf({ annualRateBps, annualRateMillionths, product }: Loan): Counting {
  const millionths = annualRateMillionths ?? (annualRateBps ?? Number.NaN) * 10_000;
  return { annualRateMillionths: millionths, dayCount: product.dayCount, applicationOrder: product.applicationOrder };
}
