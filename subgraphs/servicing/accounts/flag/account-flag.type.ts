import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ACCOUNT_FLAG_STATES, type AccountFlagKind, FLAG_STOPS } from '../../../../core/contract/account-flag.js';
import { FlagKind } from '../../../../core/graphql/account-flag-kind.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';

export const FlagState = enumOf(ACCOUNT_FLAG_STATES, {
  name: 'AccountFlagState',
  description: 'Whether a flag applies on the lender’s day.',
  values: {
    in_force: 'It applies today.',
    scheduled: 'Its first day is in the future.',
    ended: 'Its last day has passed.',
    lifted: 'Staff lifted it.',
  },
});

export const FlagStopEnum = enumOf(FLAG_STOPS, {
  name: 'AccountFlagStop',
  description: 'What a flag can stop.',
  values: {
    charges: 'Charges by autopay.',
    marketing: 'Campaigns and other marketing.',
    collection_contact: 'Calls and letters about overdue amounts.',
    required_notices: 'Notices that a law requires.',
  },
});

@ObjectType({ description: 'A flag on a loan. Texts and names of staff are shown only to operators.' })
export class AccountFlag {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The loan.' })
  accountId!: string;

  @Field(() => FlagKind, { description: 'The kind.' })
  kind!: string;

  @Field(() => FlagState, { description: 'Whether it applies today; computed when it is read.' })
  state!: string;

  @Field(() => IsoDateScalar, { description: 'The first day on which it applies.' })
  effectiveFrom!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The last day on which it applies; null: until it is lifted.',
  })
  effectiveUntil!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was set; null once a borrower of the loan was erased. Only for operators.',
  })
  reason!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator who set it. Only for operators.' })
  setBy!: string | null;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known. Only for operators.' })
  setByName!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was set.' })
  setAt!: string;

  @Field(() => String, { nullable: true, description: 'The operator who lifted it. Only for operators.' })
  liftedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known. Only for operators.' })
  liftedByName!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was lifted; null if it was not.' })
  liftedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was lifted; null once a borrower of the loan was erased. Only for operators.',
  })
  liftReason!: string | null;
}

@ObjectType({ description: 'A flag that was set.' })
export class SetAccountFlag {
  @Field(() => AccountFlag, { description: 'The flag.' })
  flag!: AccountFlag;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A new flag on a loan.' })
export class AccountFlagInput {
  @Field(() => FlagKind, { description: 'The kind. A loan has at most one flag of a kind that is not over.' })
  kind!: AccountFlagKind;

  @Field(() => String, { description: 'Why it is set, at most 500 characters, without card numbers.' })
  reason!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day on which it applies; today without one.' })
  effectiveFrom?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The last day on which it applies, today or later; until it is lifted without one.',
  })
  effectiveUntil?: string | null;
}
