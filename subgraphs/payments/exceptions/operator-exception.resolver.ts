import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { IsoDateScalar } from '../../../core/graphql/scalars.js';
import { Account } from '../account/account.type.js';
import {
  type ExceptionSubject,
  LONGEST_WAIT_DAYS,
  type OperatorExceptionService,
} from './operator-exception.service.js';
import { OperatorException, OperatorExceptionArguments, OperatorExceptionPage } from './operator-exception.type.js';

type SubjectOf = (exceptionId: string, context: GraphContext) => Promise<ExceptionSubject>;

@Resolver(() => OperatorException)
export class OperatorExceptionResolver {
  constructor(
    private readonly exceptions: OperatorExceptionService,
    private readonly subjectOf: SubjectOf,
  ) {}

  @Query(() => OperatorExceptionPage, {
    description: 'Cases that the system must not decide by itself, newest first. For operators.',
  })
  operatorExceptions(
    @Args(() => OperatorExceptionArguments) request: OperatorExceptionArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorExceptionPage> {
    return this.exceptions.list(principal, request);
  }

  @Mutation(() => OperatorException, {
    description: 'Resolves an exception; repeatable, audited. For operators, not viewers.',
  })
  resolveOperatorException(
    @Arg('id', () => ID, { description: 'The exception.' }) id: string,
    @Arg('resolution', () => String, { description: 'How it was resolved, at most 500 characters.' })
    resolution: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorException> {
    return this.exceptions.resolve(principal, id, resolution);
  }

  @Mutation(() => OperatorException, {
    description: `Postpones an open exception until a day, at most ${LONGEST_WAIT_DAYS} days ahead: it is hidden before that day and shown again from then on, unless it has been settled. Repeatable, audited. For operators, not viewers.`,
  })
  postponeOperatorException(
    @Arg('id', () => ID, { description: 'The exception.' }) id: string,
    @Arg('until', () => IsoDateScalar, {
      description: 'The day from which it is shown again, where loans are serviced.',
    })
    until: string,
    @Arg('reason', () => String, { description: 'The reason for waiting, at most 500 characters.' }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorException> {
    return this.exceptions.postpone(principal, id, { until, reason });
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account of its payment or run.' })
  async account(@Root() exception: OperatorException, @Ctx() context: GraphContext): Promise<Account | null> {
    const { accountId } = await this.subjectOf(exception.id, context);
    return accountId === null ? null : { id: accountId };
  }

  @FieldResolver(() => ID, { nullable: true, description: 'The payment that it is about, or whose reversal.' })
  async paymentId(@Root() exception: OperatorException, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.subjectOf(exception.id, context)).paymentId;
  }

  @FieldResolver(() => ID, { nullable: true, description: 'The autopay run that it is about.' })
  async runId(@Root() exception: OperatorException, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.subjectOf(exception.id, context)).runId;
  }

  @FieldResolver(() => IsoDateScalar, {
    nullable: true,
    description: 'The due date of the autopay run that it is about.',
  })
  async runDueOn(@Root() exception: OperatorException, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.subjectOf(exception.id, context)).runDueOn;
  }
}
