import type { WireAnswer } from '../loan-faults.js';
import type { BookLoan, FineractBook } from './fineract-book.js';
import { notFound } from './fineract-errors.js';
import { asJson } from './fineract-wire.js';

export function ok(body: unknown): WireAnswer {
  return { status: 200, body: asJson(body) };
}

interface Asked {
  readonly book: FineractBook;
  /** The loan's number first. */
  readonly names: readonly string[];
}

export function withLoan({ book, names }: Asked, answer: (loan: BookLoan) => WireAnswer): WireAnswer {
  const loan = book.loans.get(Number(names[0]));
  return loan === undefined ? notFound('error.msg.loan.id.invalid') : answer(loan);
}
