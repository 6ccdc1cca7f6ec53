import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { LedgerWriteLookup } from './ledger-write-by-key.js';
import { type LedgerWrite, LedgerWriteEnum, LedgerWriteOutcome } from './ledger-write-by-key.type.js';

@Resolver(() => LedgerWriteOutcome)
export class LedgerWriteByKeyResolver {
  constructor(private readonly writes: LedgerWriteLookup) {}

  @Query(() => LedgerWriteOutcome, {
    nullable: true,
    description:
      'The result of the write to the ledger that a key was used for. Null does not mean that nothing was sent: a refused write is not stored, one may still be on its way, and keys are deleted after 30 days. A write that became an approval request is the error `second_person_required`.',
  })
  ledgerWriteByKey(
    @Arg('organizationId', () => ID, { description: 'The organization whose key it is.' }) organizationId: string,
    @Arg('write', () => LedgerWriteEnum, { description: 'What the key was used for.' }) write: LedgerWrite,
    @Arg('idempotencyKey', () => String, { description: 'As it was sent.' }) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerWriteOutcome | null> {
    return this.writes.one(principal, { organizationId, write, idempotencyKey });
  }
}
