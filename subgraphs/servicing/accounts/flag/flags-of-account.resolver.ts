import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import { SHOWN_FLAGS } from './account-flag.service.js';
import { AccountFlag, FlagStopEnum } from './account-flag.type.js';

type OfLoan<T> = (accountId: string, context: GraphContext) => Promise<readonly T[]>;

@Resolver(() => Account)
export class FlagsOfAccountResolver {
  constructor(
    private readonly flagsOf: OfLoan<AccountFlag>,
    private readonly stopsOf: OfLoan<string>,
  ) {}

  @FieldResolver(() => [AccountFlag], {
    nullable: true,
    description: `Flags that staff have set, at most ${SHOWN_FLAGS}: those that are not lifted first, then newest first.`,
  })
  flags(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly AccountFlag[]> {
    return this.flagsOf(id, context);
  }

  @FieldResolver(() => [FlagStopEnum], {
    nullable: true,
    description: 'What the flags in force stop today, by the lender’s rules. Ask before each call, letter or campaign.',
  })
  stoppedByFlags(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly string[]> {
    return this.stopsOf(id, context);
  }
}
