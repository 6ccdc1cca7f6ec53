import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { AccountRow } from '../../accounts/account/account.reads.store.js';
import { Account } from '../../accounts/account/account.type.js';
import type { LoanBooker } from './book-loan.js';
import { bookingBody } from './booking-body.js';
import { BookedLedgerLoan, BookLedgerLoanInput, LedgerLoan } from './ledger-loan.type.js';

export interface LedgerLoanParts {
  readonly booker: LoanBooker;
  /** By account id, in batches; null for an account that no ledger keeps. */
  readonly ledgerLoan: (accountId: string, context: GraphContext) => Promise<LedgerLoan | null>;
}

@Resolver(() => Account)
export class LedgerLoanResolver {
  constructor(private readonly parts: LedgerLoanParts) {}

  @FieldResolver(() => LedgerLoan, {
    nullable: true,
    description: 'Null for an account that no ledger of Tributary keeps.',
  })
  ledger(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<LedgerLoan | null> {
    return this.parts.ledgerLoan(id, context);
  }

  @Mutation(() => BookedLedgerLoan, {
    description: 'Books a loan in the organization’s ledger, exactly one per key. It is pending until it is disbursed.',
  })
  async bookLedgerLoan(
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each write. To repeat a write, send the same key with the same body.',
    })
    idempotencyKey: string,
    @Arg('input', () => BookLedgerLoanInput, { description: 'What is to be written.' }) input: BookLedgerLoanInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<BookedLedgerLoan> {
    const { resource, replayed, answer } = await this.parts.booker.book(principal, {
      idempotencyKey,
      body: bookingBody(input),
    });
    return { accountId: resource.accountId, replayed, answer };
  }
}

@Resolver(() => BookedLedgerLoan)
export class BookedLedgerLoanResolver {
  constructor(private readonly accountOf: (id: string, context: GraphContext) => Promise<AccountRow>) {}

  @FieldResolver(() => Account, {
    description: 'The new account, pending: nothing is owed until the loan is disbursed.',
  })
  account(@Root() { accountId }: BookedLedgerLoan, @Ctx() context: GraphContext): Promise<Account> {
    return this.accountOf(accountId, context);
  }
}
