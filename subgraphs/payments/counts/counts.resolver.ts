import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { CountService } from './counts.service.js';
import {
  AutopayRunCount,
  AutopayRunCountArguments,
  ExceptionCountArguments,
  OperatorExceptionCount,
  PaymentCount,
  PaymentCountArguments,
  UnknownOutcomeCount,
} from './counts.type.js';

@Resolver()
export class CountResolver {
  constructor(private readonly counts: CountService) {}

  @Query(() => [PaymentCount], { description: 'Payments by status: their number and total, for every status.' })
  paymentCounts(
    @Args(() => PaymentCountArguments) request: PaymentCountArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly PaymentCount[]> {
    return this.counts.payments(principal, request);
  }

  @Query(() => [AutopayRunCount], {
    description: 'Autopay runs by status: their number and total, for every status.',
  })
  autopayRunCounts(
    @Args(() => AutopayRunCountArguments) request: AutopayRunCountArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly AutopayRunCount[]> {
    return this.counts.runs(principal, request);
  }

  @Query(() => [OperatorExceptionCount], {
    description: 'Open exceptions that need a decision now, by kind; kinds without any are left out. For operators.',
  })
  operatorExceptionCounts(
    @Args(() => ExceptionCountArguments) { organizationId }: ExceptionCountArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly OperatorExceptionCount[]> {
    return this.counts.exceptions(principal, organizationId);
  }

  @Query(() => [UnknownOutcomeCount], {
    description:
      'Payments, reversals and autopay runs whose outcome is not known yet, by kind, including those in progress. For operators.',
  })
  unknownOutcomes(
    @Args(() => ExceptionCountArguments) { organizationId }: ExceptionCountArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly UnknownOutcomeCount[]> {
    return this.counts.unknownOutcomes(principal, organizationId);
  }
}
