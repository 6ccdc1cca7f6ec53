import type { BorrowerLoansQuery } from '../../generated/graphql';
import { type PartialAnswer, whyMissing } from '../../graph/missing-parts';
import type { GraphProblem } from '../../graph/problem';

type Account = BorrowerLoansQuery['accounts']['items'][number];

/** A loan, and why a part of it could not be read; undefined: it came. */
export interface LoanOfBorrower extends Account {
  readonly why: (part: keyof Account) => GraphProblem | undefined;
}

export function loansOf({ data, missing }: PartialAnswer<BorrowerLoansQuery>): readonly LoanOfBorrower[] {
  return data.accounts.items.map((account, at) => ({
    ...account,
    why: (part) => whyMissing(missing, 'accounts', 'items', at, part),
  }));
}

/** One thing of a loan, such as a note, with its loan. */
export interface OfLoan<Item> {
  readonly loan: LoanOfBorrower;
  readonly item: Item;
}

interface Dated {
  readonly id: string;
  readonly createdAt?: string;
  readonly openedAt?: string;
}

/** What several loans have, newest first. */
export function newestOf<Item extends Dated>(
  loans: readonly LoanOfBorrower[],
  itemsOf: (loan: LoanOfBorrower) => readonly Item[] | null | undefined,
): readonly OfLoan<Item>[] {
  const items = loans.flatMap((loan) => (itemsOf(loan) ?? []).map((item) => ({ loan, item })));
  const instant = ({ item: { createdAt, openedAt } }: OfLoan<Item>) => Date.parse(createdAt ?? openedAt ?? '');
  return items.toSorted((a, b) => instant(b) - instant(a));
}

/** Why a part is missing from at least one loan. */
export function whyOfAny(loans: readonly LoanOfBorrower[], part: keyof Account): GraphProblem | undefined {
  return loans.map(({ why }) => why(part)).find((problem) => problem !== undefined);
}
