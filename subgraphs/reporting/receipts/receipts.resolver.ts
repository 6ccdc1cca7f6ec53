import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { receiptsByDay } from './receipts.service.js';
import { ReceiptsArguments, ReceiptsOfDay } from './receipts.type.js';

@Resolver()
export class ReceiptsResolver {
  readonly #parts: { readonly db: Database; readonly clock: Clock };

  constructor(parts: { readonly db: Database; readonly clock: Clock }) {
    this.#parts = parts;
  }

  @Query(() => [ReceiptsOfDay], {
    description:
      'What came in, day by day: gross, what was taken back later, and net. Days without receipts are left out.',
  })
  receiptsByDay(
    @Args(() => ReceiptsArguments) request: ReceiptsArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly ReceiptsOfDay[]> {
    return receiptsByDay(this.#parts, principal, request);
  }
}
