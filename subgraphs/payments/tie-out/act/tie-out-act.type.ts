import { Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { DIFFERENCE_ACTS } from './acts-on.js';
import type { TieOutActRow } from './tie-out-act.store.js';

export const TieOutDifferenceAct = enumOf(DIFFERENCE_ACTS, {
  name: 'TieOutDifferenceAct',
  description: 'What may be done about a difference.',
  values: {
    post: 'Post it in the loan system: `postTieOutDifference`.',
    reverse: 'Take it back: `reverseTieOutDifference`.',
    accept: 'Resolve it: `resolveOperatorException`.',
    wait: 'Wait with it: `postponeOperatorException`.',
  },
});

export const TieOutActKind = enumOf(['post', 'reverse'], {
  name: 'TieOutActKind',
  description: 'What was done about a difference.',
  values: {
    post: 'What was missing in the loan system was posted there.',
    reverse: 'What should not stand was taken back.',
  },
});

export const TieOutActStatus = enumOf(['pending', 'done', 'refused'], {
  name: 'TieOutActStatus',
  description: 'How far it is.',
  values: {
    pending: 'It is under way, or its outcome is not known yet: the loan system is asked.',
    done: 'The loan system has confirmed it.',
    refused: 'The loan system refused it; `failureCode` says why.',
  },
});

@ObjectType({ description: 'What an operator had posted or taken back about a difference.' })
export class TieOutAct {
  @Field(() => ID, { description: 'Identifies it; a reversal has it as its reference in the loan system.' })
  id!: string;

  @Field(() => TieOutActKind, { description: 'What was done.' })
  kind!: TieOutActRow['kind'];

  @Field(() => TieOutActStatus, { description: 'How far it is.' })
  status!: TieOutActRow['status'];

  @Field(() => SafeInt, { description: 'The amount, in cents.' })
  amountCents!: number;

  @Field(() => String, { description: 'Why.' })
  reason!: string;

  @Field(() => String, { description: 'Who decided it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was decided.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome was known; null: it is not yet.' })
  settledAt!: IsoInstant | null;

  @Field(() => String, { nullable: true, description: 'Why it was refused.' })
  failureCode!: string | null;
}
