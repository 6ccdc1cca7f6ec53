import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { NestedList } from '../../../core/graphql/nested-list.js';
import type { AutopayScheduleRow } from '../autopay-schedule/autopay-schedule.store.js';
import { AutopaySchedule } from '../autopay-schedule/autopay-schedule.type.js';
import type { CollectedPaymentRow } from '../collected-payment/collected-payment.row.js';
import { CollectedPaymentPage, PaymentPageArguments } from '../collected-payment/collected-payment.type.js';
import type { PaymentMethodRow } from '../payment-method/payment-method.store.js';
import { PaymentMethod } from '../payment-method/payment-method.type.js';
import { Account } from './account.type.js';

/** What payments knows of an account, each in one read for however many accounts. */
export interface AccountRelations {
  readonly methods: (accountId: string, context: GraphContext) => Promise<readonly PaymentMethodRow[]>;
  readonly payments: NestedList<PaymentPageArguments, CollectedPaymentRow>;
  readonly schedules: (accountId: string, context: GraphContext) => Promise<readonly AutopayScheduleRow[]>;
}

@Resolver(() => Account)
export class AccountResolver {
  readonly #relations: AccountRelations;

  constructor(relations: AccountRelations) {
    this.#relations = relations;
  }

  @FieldResolver(() => CollectedPaymentPage, {
    nullable: true,
    description: 'Payments recorded through this API, newest first.',
  })
  payments(
    @Root() { id }: Account,
    @Args(() => PaymentPageArguments) request: PaymentPageArguments,
    @Ctx() context: GraphContext,
  ): Promise<CollectedPaymentPage> {
    return this.#relations.payments(id, request, context);
  }

  @FieldResolver(() => [PaymentMethod], {
    nullable: true,
    description: 'Instruments that may fund what is paid on it, newest first: active, of its borrowers, chargeable.',
  })
  paymentMethods(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly PaymentMethod[]> {
    return this.#relations.methods(account.id, context);
  }

  @FieldResolver(() => [AutopaySchedule], { nullable: true, description: 'Newest first, ended ones too.' })
  autopaySchedules(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly AutopaySchedule[]> {
    return this.#relations.schedules(account.id, context);
  }
}
