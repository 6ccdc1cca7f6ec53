import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { UpdatePaymentMethodBody } from '../../../../core/contract/payment-method.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { CreatedListArguments, type ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { Account } from '../../account/account.type.js';
import type { PaymentMethodService } from './payment-method.service.js';
import type { MethodDetails, PaymentMethodRow } from './payment-method.store.js';
import {
  PaymentMethod,
  PaymentMethodArguments,
  PaymentMethodPage,
  UpdatePaymentMethodInput,
} from './payment-method.type.js';
import { Person } from './person.type.js';

type StandingOf = (methodId: string, context: GraphContext) => Promise<MethodDetails>;

@Resolver(() => PaymentMethod)
export class PaymentMethodResolver {
  constructor(
    private readonly methods: PaymentMethodService,
    private readonly standing: StandingOf,
  ) {}

  @Query(() => PaymentMethod, { description: 'One stored instrument.' })
  paymentMethod(
    @Arg('id', () => ID, { description: 'The payment method’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<PaymentMethod> {
    return this.methods.one(context.principal, id);
  }

  @Query(() => PaymentMethodPage, { description: 'Stored instruments, newest first, including inactive ones.' })
  paymentMethods(
    @Args(() => PaymentMethodArguments) request: PaymentMethodArguments,
    @Ctx() context: GraphContext,
  ): Promise<PaymentMethodPage> {
    return this.methods.list(context.principal, request);
  }

  @Query(() => PaymentMethodPage, {
    description: 'Instruments that may fund payments on an account: active, owned by its borrowers, chargeable.',
  })
  accountPaymentMethods(
    @Arg('accountId', () => ID, { description: 'The account.' }) accountId: string,
    @Args(() => CreatedListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<PaymentMethodPage> {
    return this.methods.eligible(context.principal, accountId, request);
  }

  @Mutation(() => PaymentMethod, { description: 'Changes the display fields; instrument data never change.' })
  updatePaymentMethod(
    @Arg('id', () => ID, { description: 'The payment method’s id.' }) id: string,
    @Arg('input', () => UpdatePaymentMethodInput, { description: 'The fields to change.' })
    input: UpdatePaymentMethodInput,
    @Ctx() context: GraphContext,
  ): Promise<PaymentMethod> {
    const body = bodyOf<UpdatePaymentMethodBody, UpdatePaymentMethodInput>(input);
    return this.methods.update(context.principal, id, body);
  }

  @Mutation(() => PaymentMethod, { description: 'Deactivates a payment method; repeating it changes nothing.' })
  deactivatePaymentMethod(
    @Arg('id', () => ID, { description: 'The payment method’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<PaymentMethod> {
    return this.methods.deactivate(context.principal, id);
  }

  @FieldResolver(() => IsoInstantScalar, { description: 'When it was stored; lists are sorted by it.' })
  async createdAt(@Root() { id }: PaymentMethod, @Ctx() context: GraphContext): Promise<string> {
    return (await this.standing(id, context)).createdAt;
  }

  @FieldResolver(() => Boolean, { description: 'Whether it is its owner’s current default.' })
  async isDefault(@Root() { id }: PaymentMethod, @Ctx() context: GraphContext): Promise<boolean> {
    return (await this.standing(id, context)).isDefault;
  }

  @FieldResolver(() => Person, { nullable: true, description: 'The owning borrower.' })
  party(@Root() method: PaymentMethod): Person {
    return { id: method.partyId };
  }
}

type MethodsOf = (id: string, context: GraphContext) => Promise<readonly PaymentMethodRow[]>;

@Resolver(() => Account)
export class AccountMethodsResolver {
  constructor(private readonly methods: MethodsOf) {}

  @FieldResolver(() => [PaymentMethod], {
    nullable: true,
    description: 'Instruments that may fund payments on it, newest first: active, owned by its borrowers, chargeable.',
  })
  paymentMethods(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly PaymentMethod[]> {
    return this.methods(account.id, context);
  }
}

@Resolver(() => Person)
export class PersonMethodsResolver {
  constructor(private readonly methods: MethodsOf) {}

  @FieldResolver(() => [PaymentMethod], { nullable: true, description: 'Newest first, including inactive ones.' })
  paymentMethods(@Root() person: Person, @Ctx() context: GraphContext): Promise<readonly PaymentMethod[]> {
    return this.methods(person.id, context);
  }
}
