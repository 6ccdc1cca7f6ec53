import type { Loan } from '../../connectors/loan-systems/ledger/loan.js';
import type { BookEntry } from './ledger-book.js';
import type { Counting, Fact } from './recomputed.js';

/** What happened, without the payments and charge-offs that were taken back. */
export function factsOf(entries: readonly BookEntry[]): Fact[] {
  const reversed = new Set(entries.map(({ reversesReference }) => reversesReference));
  return entries.flatMap(({ type, effectiveOn, accruedTo, referenceNumber, transaction }): Fact[] => {
    const day = accruedTo ?? effectiveOn;
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
      case 'late_fee':
        return [{ kind: 'fee', cents: amount }];
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
  });
}

/** The terms by which a loan is recomputed. */
export function countingOf({ annualRateBps, product }: Loan): Counting {
  return { annualRateBps, dayCount: product.dayCount, applicationOrder: product.applicationOrder };
}
