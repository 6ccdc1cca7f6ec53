import { Field, InputType, ObjectType } from 'type-graphql';
import { LIMITED_ACTS, LIMITED_ROLES, type LimitedAct, type LimitedRole } from '../../../core/contract/limited-acts.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { SafeInt } from '../../../core/graphql/scalars.js';

export const LimitedActEnum = enumOf(LIMITED_ACTS, {
  name: 'LimitedAct',
  description: 'An act whose amount a role may be limited to.',
  values: {
    charge_off: 'The charge-off of a loan: the whole balance owed.',
    waiver: 'A waiver: its amount.',
    adjustment: 'An adjustment of the balance owed: its components without their signs, added.',
    reversal: 'The reversal of a payment: the payment’s amount.',
    booking: 'The booking of a loan: the amount lent.',
  },
});

const LimitedRoleEnum = enumOf(LIMITED_ROLES, {
  name: 'LimitedRole',
  description: 'A role that can have amount limits.',
  values: { agent: 'Serves borrowers.', supervisor: 'Also sets up, and works on the ledger.' },
});

const AMOUNT = {
  nullable: true,
  description: 'The highest amount of one act, in cents; null: without a limit. 0: every act needs a second person.',
} as const;

@ObjectType({ description: 'The amount that a role may write alone in one act, at a lender.' })
export class ActLimit {
  @Field(() => LimitedRoleEnum, { description: 'The role.' })
  role!: LimitedRole;

  @Field(() => LimitedActEnum, { description: 'The act.' })
  act!: LimitedAct;

  @Field(() => SafeInt, AMOUNT)
  amountCents!: number | null;
}

@InputType({ description: 'A limit to set.' })
export class ActLimitInput {
  @Field(() => LimitedRoleEnum, { description: 'The role.' })
  role!: LimitedRole;

  @Field(() => LimitedActEnum, { description: 'The act.' })
  act!: LimitedAct;

  @Field(() => SafeInt, AMOUNT)
  amountCents!: number | null;
}
