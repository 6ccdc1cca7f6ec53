import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { OneTimeChargeBody } from '../../../../core/contract/autopay.js';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Person } from '../../methods/payment-method/person.type.js';
import { AutopayRun } from '../run/autopay-run.type.js';
import type { ScheduleOrigin } from '../schedule/autopay-schedule.store.js';
import type { OneTimeCharger } from './one-time-charge.js';
import { ChargeAuthorization, OneTimeChargeInput } from './one-time-charge.type.js';

type OriginOf = (scheduleId: string, context: GraphContext) => Promise<ScheduleOrigin>;

@Resolver(() => AutopayRun)
export class OneTimeChargeResolver {
  constructor(
    private readonly charger: OneTimeCharger,
    private readonly origin: OriginOf,
  ) {}

  @Mutation(() => AutopayRun, {
    description:
      'Charges a stored payment method once, today, with a borrower’s authorization: a run without another date, exactly one per key, audited. Not beside another open charge of the account. For supervisors.',
  })
  chargeOnce(
    @Arg('accountId', () => ID, { description: 'The account.' }) accountId: string,
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each charge; to repeat a request, send the same key and the same input.',
    })
    idempotencyKey: string,
    @Arg('input', () => OneTimeChargeInput, { description: 'The charge and its authorization.' })
    input: OneTimeChargeInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<AutopayRun> {
    const body = bodyOf<OneTimeChargeBody, OneTimeChargeInput>(input);
    return this.charger.charge(principal, accountId, { idempotencyKey, body });
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether a person made this charge once; then its schedule has no other date and cannot be changed.',
  })
  async isOneTime(@Root() run: AutopayRun, @Ctx() context: GraphContext): Promise<boolean> {
    return (await this.origin(run.scheduleId, context)).isOneTime;
  }

  @FieldResolver(() => ChargeAuthorization, {
    nullable: true,
    description: 'The authorization of a one-time charge; null for the runs of other schedules.',
  })
  async authorization(@Root() run: AutopayRun, @Ctx() context: GraphContext): Promise<ChargeAuthorization | null> {
    const {
      authorizedBy,
      authorizedOn,
      authorizationMethod: method,
      createdBy,
    } = await this.origin(run.scheduleId, context);
    if (authorizedBy === null || authorizedOn === null || method === null) return null;
    return { authorizedBy, authorizedOn, method, recordedBy: createdBy };
  }
}

@Resolver(() => ChargeAuthorization)
export class ChargeAuthorizationResolver {
  @FieldResolver(() => Person, { nullable: true, description: 'That borrower.' })
  person(@Root() { authorizedBy }: ChargeAuthorization): Person {
    return { id: authorizedBy };
  }
}
