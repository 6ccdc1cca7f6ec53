import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { UpdateScheduleBody } from '../../../../core/contract/autopay.js';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import { REASON_LENGTH } from '../../../../core/contract/collected-payment.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { AutopaySchedule, UpdateAutopayScheduleInput } from '../schedule/autopay-schedule.type.js';
import type { ScheduleChanger } from './change-schedule.js';

@Resolver()
export class ChangeScheduleResolver {
  constructor(private readonly changer: ScheduleChanger) {}

  @Mutation(() => AutopaySchedule, {
    description: 'Changes the payment method, amount or end date; pauses and resumes.',
  })
  updateAutopaySchedule(
    @Arg('id', () => ID, { description: 'The schedule’s id.' }) id: string,
    @Arg('input', () => UpdateAutopayScheduleInput, { description: 'The fields to change.' })
    input: UpdateAutopayScheduleInput,
    @Ctx() context: GraphContext,
    @Arg('pauseReason', () => String, {
      nullable: true,
      description: `Why it is paused, at most ${REASON_LENGTH} characters; only for a schedule that is paused, or is now.`,
    })
    pauseReason?: string | null,
  ): Promise<AutopaySchedule> {
    const body = bodyOf<UpdateScheduleBody, UpdateAutopayScheduleInput>(input);
    return this.changer.update(context.principal, id, body, pauseReason ?? null);
  }

  @Mutation(() => AutopaySchedule, { description: 'Cancels a schedule; one that has already ended does not change.' })
  cancelAutopaySchedule(
    @Arg('id', () => ID, { description: 'The schedule’s id.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<AutopaySchedule> {
    return this.changer.cancel(context.principal, id);
  }
}
