import assert from 'node:assert/strict';
import type { Loan } from '../../ledger/loan.js';
import type { Opening } from '../../ledger/loan-events.js';
import type { BookEntry, LedgerBook } from './ledger-book.js';
import type { Counting, Fact } from './recomputed.js';

/** What happened, of what was boarded first how it stood, without the payments and charge-offs that were taken back. */
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

/** The day to which interest had been charged after these entries, by those of them that charge it and were not taken back among them. */
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

/** Of a charge-off that was taken back nothing is left: what had gone off the principal was paid. */
function begun(on: string, opening: Opening, lent: number, isUndone: boolean): Fact {
  const { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn } = opening;
  const isNeverLost = chargedOffOn !== null && isUndone;
  const paid = isNeverLost ? Math.max(scheduledPaidCents, lent - principalCents) : scheduledPaidCents;
  const [principal, interest, fees] = [BigInt(principalCents), BigInt(interestCents), BigInt(feesCents)];
  const isChargedOff = chargedOffOn !== null && !isUndone;
  return { kind: 'opening', on, principal, interest, fees, towardSchedule: BigInt(paid), isChargedOff };
}

/** The terms by which a loan is recomputed. */
export function countingOf({ annualRateBps, annualRateMillionths, product }: Loan): Counting {
  const millionths = annualRateMillionths ?? (annualRateBps ?? Number.NaN) * 10_000;
  return { annualRateMillionths: millionths, dayCount: product.dayCount, applicationOrder: product.applicationOrder };
}
