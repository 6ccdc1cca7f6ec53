import { Temporal } from 'temporal-polyfill';
import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ListTotals } from '../../../../core/graphql/list-totals.type.js';
import type { NestedList } from '../../../../core/graphql/nested-list.js';
import { ReadWithObject } from '../../../../core/graphql/read-with-object.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { Account } from '../../account/account.type.js';
import type { PaymentOrigin } from './collected-payment.reads.store.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';
import type { CollectedPaymentService } from './collected-payment.service.js';
import {
  CardBrand,
  CollectedPayment,
  CollectedPaymentPage,
  PaymentFilterArguments,
  PaymentListArguments,
  PaymentPageArguments,
} from './collected-payment.type.js';

type OriginOf = (paymentId: string, context: GraphContext) => Promise<PaymentOrigin>;

@Resolver(() => CollectedPayment)
export class CollectedPaymentResolver {
  constructor(
    private readonly collectedPaymentService: CollectedPaymentService,
    private readonly origin: OriginOf,
  ) {}

  @Query(() => CollectedPayment, { description: 'One payment recorded through this API.' })
  payment(
    @Arg('id', () => ID, { description: 'The payment’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<CollectedPayment> {
    return this.collectedPaymentService.one(context.principal, id);
  }

  @Query(() => CollectedPaymentPage, {
    description:
      'Payments recorded through this API, newest first; sorted by `effectiveDate`, latest first, if filtered by it.',
  })
  payments(
    @Args(() => PaymentListArguments) request: PaymentListArguments,
    @Ctx() context: GraphContext,
  ): Promise<CollectedPaymentPage> {
    return this.collectedPaymentService.list(context.principal, request);
  }

  @Query(() => ListTotals, {
    description: 'Number and sums of all payments that match; those that failed or were reversed do not count.',
  })
  paymentTotals(
    @Args(() => PaymentFilterArguments) request: PaymentFilterArguments,
    @Ctx() context: GraphContext,
  ): Promise<ListTotals> {
    return this.collectedPaymentService.totals(context.principal, request);
  }

  @FieldResolver(() => IsoDateScalar, {
    description:
      'The day in New York on which it was recorded; `effectiveDate` is the business day on which it was applied.',
  })
  async receivedOn(@Root() payment: CollectedPayment, @Ctx() context: GraphContext): Promise<string> {
    return servicingDate(Temporal.Instant.from(await this.createdAt(payment, context)));
  }

  @ReadWithObject()
  @FieldResolver(() => IsoInstantScalar, {
    description:
      'When it was recorded; lists are sorted by it, unless they are narrowed to days on which payments were applied.',
  })
  createdAt(@Root() { id, createdAt }: CollectedPayment, @Ctx() context: GraphContext): string | Promise<string> {
    return createdAt ?? this.origin(id, context).then((origin) => origin.createdAt);
  }

  @FieldResolver(() => String, { description: 'Who recorded it: the prefix of a key, or an operator.' })
  async recordedBy(@Root() { id }: CollectedPayment, @Ctx() context: GraphContext): Promise<string> {
    return (await this.origin(id, context)).recordedBy;
  }

  @FieldResolver(() => CardBrand, { nullable: true, description: 'The card’s brand, for a card payment.' })
  async cardBrand(@Root() { id }: CollectedPayment, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.origin(id, context)).cardBrand;
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account it was posted to.' })
  account(@Root() payment: CollectedPayment): Account {
    return { id: payment.accountId };
  }
}

type PaymentsOfAccounts = NestedList<PaymentPageArguments, CollectedPaymentRow>;

@Resolver(() => Account)
export class AccountPaymentsResolver {
  constructor(private readonly paymentsOf: PaymentsOfAccounts) {}

  @FieldResolver(() => CollectedPaymentPage, {
    nullable: true,
    description: 'Payments recorded through this API, newest first.',
  })
  payments(
    @Root() { id }: Account,
    @Args(() => PaymentPageArguments) request: PaymentPageArguments,
    @Ctx() context: GraphContext,
  ): Promise<CollectedPaymentPage> {
    return this.paymentsOf(id, request, context);
  }
}
