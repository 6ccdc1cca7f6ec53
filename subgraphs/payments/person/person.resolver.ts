import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { PaymentMethodRow } from '../payment-method/payment-method.store.js';
import { PaymentMethod } from '../payment-method/payment-method.type.js';
import { Person } from './person.type.js';

@Resolver(() => Person)
export class PersonResolver {
  readonly #methods: (partyId: string, context: GraphContext) => Promise<readonly PaymentMethodRow[]>;

  constructor(methods: (partyId: string, context: GraphContext) => Promise<readonly PaymentMethodRow[]>) {
    this.#methods = methods;
  }

  @FieldResolver(() => [PaymentMethod], { nullable: true, description: 'Newest first, inactive ones too.' })
  paymentMethods(@Root() person: Person, @Ctx() context: GraphContext): Promise<readonly PaymentMethod[]> {
    return this.#methods(person.id, context);
  }
}
