import { bodyOf, snakeCased } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import type { BookLoanBody } from '../../../../core/contract/ledger-request-bodies.js';
import type { BookLedgerLoanInput, LedgerBorrowerInput } from './ledger-loan.type.js';

/** A booking's input as the contract names it. */
export function bookingBody(input: BookLedgerLoanInput) {
  const body = bodyOf<BookLoanBody, BookLedgerLoanInput>(input);
  return { ...body, borrowers: input.borrowers.map(borrowerBody) };
}

function borrowerBody({ address, ...borrower }: LedgerBorrowerInput) {
  return withoutUndefined({
    ...snakeCased(borrower),
    address: address ? withoutUndefined(snakeCased(address)) : address,
  });
}
