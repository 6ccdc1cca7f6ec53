import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OperatorException } from '../../exceptions/operator-exception.type.js';
import { AutopayRun } from './autopay-run.type.js';

type ExceptionsOf = (runId: string, context: GraphContext) => Promise<readonly OperatorException[]>;

@Resolver(() => AutopayRun)
export class RunExceptionsResolver {
  constructor(private readonly exceptionsOf: ExceptionsOf) {}

  @FieldResolver(() => [OperatorException], {
    nullable: true,
    description: 'Exceptions of the run, its attempts, its corrections and the disputes of its charge. For operators.',
  })
  exceptions(@Root() { id }: AutopayRun, @Ctx() context: GraphContext): Promise<readonly OperatorException[]> {
    return this.exceptionsOf(id, context);
  }
}
