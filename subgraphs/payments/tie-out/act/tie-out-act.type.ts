import { Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { DIFFERENCE_ACTS } from './possible-actions.js';
import type { TieOutActRow } from './tie-out-act.store.js';

export const TieOutDifferenceAct = enumOf(DIFFERENCE_ACTS, {
  name: 'TieOutDifferenceAct',
  description: 'A possible action on a difference.',
  values: {
    post: 'Post it in the loan system: `postTieOutDifference`.',
    reverse: 'Reverse it: `reverseTieOutDifference`.',
    accept: 'Resolve it: `resolveOperatorException`.',
    wait: 'Postpone it: `postponeOperatorException`.',
  },
});

export const TieOutActKind = enumOf(['post', 'reverse'], {
  name: 'TieOutActKind',
  description: 'The kind of action on a difference.',
  values: {
    post: 'The payment missing in the loan system was posted there.',
    reverse: 'The payment that should not be posted was reversed.',
  },
});

export const TieOutActStatus = enumOf(['pending', 'done', 'refused'], {
  name: 'TieOutActStatus',
  description: 'Status of an action.',
  values: {
    pending: 'In progress, or its outcome is being looked up at the loan system.',
    done: 'The loan system has confirmed it.',
    refused: 'The loan system refused it; `failureCode` says why.',
  },
});

@ObjectType({ description: 'A posting or reversal that an operator ordered to settle a difference.' })
export class TieOutAct {
  @Field(() => ID, { description: 'Its identifier; for a reversal, also the reference in the loan system.' })
  id!: string;

  @Field(() => TieOutActKind, { description: 'The kind of action.' })
  kind!: TieOutActRow['kind'];

  @Field(() => TieOutActStatus, { description: 'Its status.' })
  status!: TieOutActRow['status'];

  @Field(() => SafeInt, { description: 'The amount, in cents.' })
  amountCents!: number;

  @Field(() => String, { description: 'Why.' })
  reason!: string;

  @Field(() => String, { description: 'Who decided it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was decided.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome became known; null until then.' })
  settledAt!: IsoInstant | null;

  @Field(() => String, { nullable: true, description: 'Why it was refused.' })
  failureCode!: string | null;
}
