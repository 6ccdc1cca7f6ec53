import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { CreateScheduleBody, PreviewBody } from '../../../../core/contract/autopay.js';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { Account } from '../../account/account.type.js';
import type { PaymentMethodRow } from '../../methods/payment-method/payment-method.store.js';
import { PaymentMethod } from '../../methods/payment-method/payment-method.type.js';
import type { AutopayScheduleService } from './autopay-schedule.service.js';
import type { AutopayScheduleRow, ScheduleOrigin } from './autopay-schedule.store.js';
import {
  AutopayRunsPreview,
  AutopaySchedule,
  AutopayScheduleArguments,
  AutopaySchedulePage,
  CreateAutopayScheduleInput,
  CreatedAutopaySchedule,
  PreviewScheduleInput,
} from './autopay-schedule.type.js';
import type { ScheduleCreator } from './create-schedule.js';
import type { RunsPreviewer } from './preview-runs.js';

export interface ScheduleResolverParts {
  readonly schedules: AutopayScheduleService;
  readonly creator: ScheduleCreator;
  readonly previewer: RunsPreviewer;
  readonly origin: (scheduleId: string, context: GraphContext) => Promise<ScheduleOrigin>;
  readonly paymentMethod: (id: string, context: GraphContext) => Promise<PaymentMethodRow>;
}

@Resolver(() => AutopaySchedule)
export class AutopayScheduleResolver {
  constructor(private readonly parts: ScheduleResolverParts) {}

  @Query(() => AutopaySchedule, { description: 'One schedule.' })
  autopaySchedule(
    @Arg('id', () => ID, { description: 'The schedule’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<AutopaySchedule> {
    return this.parts.schedules.one(context.principal, id);
  }

  @Query(() => AutopaySchedulePage, { description: 'Schedules, newest first, including those that have ended.' })
  autopaySchedules(
    @Args(() => AutopayScheduleArguments) request: AutopayScheduleArguments,
    @Ctx() context: GraphContext,
  ): Promise<AutopaySchedulePage> {
    return this.parts.schedules.list(context.principal, request);
  }

  @Query(() => AutopayRunsPreview, {
    description: 'The next dates and amounts of an existing schedule, or of one not created yet. Creates nothing.',
  })
  async previewRuns(
    @Ctx() context: GraphContext,
    @Arg('scheduleId', () => ID, { nullable: true, description: 'The id of an existing schedule.' }) scheduleId?:
      | string
      | null,
    @Arg('schedule', () => PreviewScheduleInput, { nullable: true, description: 'A schedule that does not exist yet.' })
    schedule?: PreviewScheduleInput | null,
    @Arg('count', () => Int, { defaultValue: 12, description: 'Maximum number of runs.' }) count = 12,
  ): Promise<AutopayRunsPreview> {
    const previewed = [
      ...(scheduleId ? [{ scheduleId }] : []),
      ...(schedule ? [{ body: bodyOf<PreviewBody, PreviewScheduleInput>(schedule) }] : []),
    ];
    return this.parts.previewer.preview(context.principal, previewed, count);
  }

  @Mutation(() => CreatedAutopaySchedule, {
    description: 'Creates a schedule; with an idempotency key, exactly one per key.',
  })
  createAutopaySchedule(
    @Arg('input', () => CreateAutopayScheduleInput, { description: 'The new schedule.' })
    input: CreateAutopayScheduleInput,
    @Ctx() context: GraphContext,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: 'A new key for each schedule; to repeat a request, send the same key and the same input.',
    })
    idempotencyKey?: string | null,
  ): Promise<CreatedAutopaySchedule> {
    const body = bodyOf<CreateScheduleBody, CreateAutopayScheduleInput>(input);
    return this.parts.creator.create(context.principal, { idempotencyKey: idempotencyKey ?? null, body });
  }

  @FieldResolver(() => IsoInstantScalar, { description: 'When it was created; lists are sorted by it.' })
  async createdAt(@Root() { id }: AutopaySchedule, @Ctx() context: GraphContext): Promise<string> {
    return (await this.parts.origin(id, context)).createdAt;
  }

  @FieldResolver(() => String, { description: 'Who created it: the prefix of a key, or an operator.' })
  async createdBy(@Root() { id }: AutopaySchedule, @Ctx() context: GraphContext): Promise<string> {
    return (await this.parts.origin(id, context)).createdBy;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why a person paused it; null while it is not paused.' })
  async pauseReason(@Root() { id }: AutopaySchedule, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.parts.origin(id, context)).pauseReason;
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
  account(@Root() schedule: AutopaySchedule): Account {
    return { id: schedule.accountId };
  }

  @FieldResolver(() => PaymentMethod, { nullable: true, description: 'The payment method that is charged.' })
  paymentMethod(@Root() schedule: AutopaySchedule, @Ctx() context: GraphContext): Promise<PaymentMethod> {
    return this.parts.paymentMethod(schedule.paymentMethodId, context);
  }
}

type SchedulesOf = (accountId: string, context: GraphContext) => Promise<readonly AutopayScheduleRow[]>;

@Resolver(() => Account)
export class AccountSchedulesResolver {
  constructor(private readonly schedules: SchedulesOf) {}

  @FieldResolver(() => [AutopaySchedule], {
    nullable: true,
    description: 'Newest first, including those that have ended.',
  })
  autopaySchedules(@Root() account: Account, @Ctx() context: GraphContext): Promise<readonly AutopaySchedule[]> {
    return this.schedules(account.id, context);
  }
}
