import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { OperatorExceptionService } from './operator-exception.service.js';
import { OperatorException, OperatorExceptionArguments, OperatorExceptionPage } from './operator-exception.type.js';

@Resolver(() => OperatorException)
export class OperatorExceptionResolver {
  readonly #exceptions: OperatorExceptionService;

  constructor(exceptions: OperatorExceptionService) {
    this.#exceptions = exceptions;
  }

  @Query(() => OperatorExceptionPage, {
    description: 'What a machine must not decide by itself, newest first. For operators.',
  })
  operatorExceptions(
    @Args(() => OperatorExceptionArguments) request: OperatorExceptionArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorExceptionPage> {
    return this.#exceptions.list(principal, request);
  }

  @Mutation(() => OperatorException, {
    description: 'Notes that an operator has seen to an exception; repeatable, audited. For operators, not viewers.',
  })
  resolveOperatorException(
    @Arg('id', () => ID, { description: 'The exception.' }) id: string,
    @Arg('resolution', () => String, { description: 'What was done about it, at most 500 characters.' })
    resolution: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorException> {
    return this.#exceptions.resolve(principal, id, resolution);
  }
}
