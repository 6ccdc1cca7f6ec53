import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { AutopayScheduleRow } from '../autopay-schedule/autopay-schedule.store.js';
import { AutopaySchedule } from '../autopay-schedule/autopay-schedule.type.js';
import type { PaymentMethodRow } from '../payment-method/payment-method.store.js';
import { PaymentMethod } from '../payment-method/payment-method.type.js';
import { Account } from './account.type.js';

/** What payments knows of an account, each in one read for however many accounts. */
export interface AccountRelations {
  readonly methods: (accountId: string, context: GraphContext) => Promise<readonly PaymentMethodRow[]>;
  readonly schedules: (accountId: string, context: GraphContext) => Promise<readonly AutopayScheduleRow[]>;
}

@Resolver(() => Account)
export class AccountResolver {
  readonly #relations: AccountRelations;

  constructor(relations: AccountRelations) {
    this.#relations = relations;
  }

  @FieldResolver(() => [PaymentMethod], {
    description: 'Instruments that may fund what is paid on it, newest first: active, of its borrowers, chargeable.',
  })
  paymentMethods(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly PaymentMethod[]> {
    return this.#relations.methods(account.id, context);
  }

  @FieldResolver(() => [AutopaySchedule], { description: 'Newest first, ended ones too.' })
  autopaySchedules(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly AutopaySchedule[]> {
    return this.#relations.schedules(account.id, context);
  }
}
