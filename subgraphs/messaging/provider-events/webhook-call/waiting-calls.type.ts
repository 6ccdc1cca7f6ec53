import { Field, Int, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_CALLS } from './waiting-calls.reads.store.js';

@ObjectType({ description: 'Calls of email providers that were accepted and not processed yet.' })
export class WaitingEmailEvents {
  @Field(() => Int, { description: 'Number of calls; each may have many events.' })
  calls!: number;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the oldest of them was received; null if there is none.',
  })
  oldestAt!: string | null;

  @Field(() => Boolean, {
    description: `Whether all were counted: at most the oldest ${MOST_CALLS.toLocaleString('en')} are.`,
  })
  isExact!: boolean;
}
