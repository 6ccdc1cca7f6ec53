import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { sent } from '../../../../core/contract/checked.js';
import type { BookLoanBody } from '../../../../core/contract/ledger.js';
import { bodyOf, snakeCased } from '../../../../core/contract/snake-cased.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { AccountRow } from '../../accounts/account/account.store.js';
import { Account } from '../../accounts/account/account.type.js';
import type { LoanBooker } from './book-loan.js';
import { BookedLedgerLoan, BookLedgerLoanInput, type LedgerBorrowerInput, LedgerLoan } from './ledger-loan.type.js';

export interface LedgerLoanParts {
  readonly booker: LoanBooker;
  /** By account id, in batches; null of an account that is not of a ledger. */
  readonly ledgerLoan: (accountId: string, context: GraphContext) => Promise<LedgerLoan | null>;
}

@Resolver(() => Account)
export class LedgerLoanResolver {
  readonly #parts: LedgerLoanParts;

  constructor(parts: LedgerLoanParts) {
    this.#parts = parts;
  }

  @FieldResolver(() => LedgerLoan, { nullable: true, description: 'Null of an account that is not of a ledger here.' })
  ledger(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<LedgerLoan | null> {
    return this.#parts.ledgerLoan(id, context);
  }

  @Mutation(() => BookedLedgerLoan, {
    description: 'Books a loan in the organization’s ledger, exactly one per key; it is pending until it is paid out.',
  })
  async bookLedgerLoan(
    @Arg('idempotencyKey', () => String, {
      description: 'A new one for each write; the same one, with the same body, to repeat it.',
    })
    idempotencyKey: string,
    @Arg('input', () => BookLedgerLoanInput, { description: 'What is to be written.' }) input: BookLedgerLoanInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<BookedLedgerLoan> {
    const body = bodyOf<BookLoanBody, BookLedgerLoanInput>(input);
    const request = { idempotencyKey, body: { ...body, borrowers: input.borrowers.map(borrowerBody) } };
    const { resource, replayed, answer } = await this.#parts.booker.book(principal, request);
    return { accountId: resource.accountId, replayed, answer };
  }
}

@Resolver(() => BookedLedgerLoan)
export class BookedLedgerLoanResolver {
  readonly #account: (id: string, context: GraphContext) => Promise<AccountRow>;

  constructor(account: (id: string, context: GraphContext) => Promise<AccountRow>) {
    this.#account = account;
  }

  @FieldResolver(() => Account, { description: 'Its account, pending: nothing is owed before it is paid out.' })
  account(@Root() { accountId }: BookedLedgerLoan, @Ctx() context: GraphContext): Promise<Account> {
    return this.#account(accountId, context);
  }
}

function borrowerBody({ address, ...borrower }: LedgerBorrowerInput) {
  return sent({ ...snakeCased(borrower), address: address ? sent(snakeCased(address)) : address });
}
