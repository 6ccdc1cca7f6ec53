import { Field, Int, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_DELIVERIES } from './delivery-counts.reads.store.js';

@ObjectType({ description: 'Webhook deliveries to enabled endpoints that were not made yet.' })
export class WebhookDeliveryCounts {
  @Field(() => Int, { description: 'Deliveries that wait, including those that wait for a retry.' })
  waiting!: number;

  @Field(() => Int, { description: 'Those of them with a failed attempt.' })
  retrying!: number;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the oldest of them was created; null if there is none, or not all were counted.',
  })
  oldestAt!: string | null;

  @Field(() => Boolean, {
    description: `Whether all were counted: at most ${MOST_DELIVERIES.toLocaleString('en')} are.`,
  })
  isExact!: boolean;
}
