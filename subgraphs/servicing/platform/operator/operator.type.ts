import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../../../core/principal/roles.js';

const Role = enumOf(OPERATOR_ROLES, {
  name: 'OperatorRole',
  description: 'What an operator may do at a lender. Each role includes the ones before it.',
  values: {
    viewer: 'Reads.',
    agent: 'Also serves borrowers: notes, payments, stored payment methods and autopay.',
    supervisor: 'Also everything else that changes a lender’s data.',
    admin: 'Also reads the audit log and erases people; with every lender: operators, API keys and organizations.',
  },
});

@ObjectType({ description: 'A role at one organization.' })
export class OperatorRoleAt {
  @Field(() => ID, { description: 'The organization.' })
  organizationId!: string;

  @Field(() => Role, { description: 'The role there.' })
  role!: OperatorRole;
}

@ObjectType({ description: 'A session of a person in a browser.' })
export class OperatorSession {
  @Field(() => ID, { description: 'Used to end it: `revokeOperatorToken`.' })
  id!: string;

  @Field(() => IsoInstantScalar, { description: 'When the person signed in.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { description: 'When the person last did something, to half a minute.' })
  lastActiveAt!: string;

  @Field(() => IsoInstantScalar, { description: 'When it expires at the latest.' })
  expiresAt!: string;
}

@ObjectType({
  description:
    'A person whom an admin has admitted. The record decides the role in place of the identity provider’s claims.',
})
export class Operator {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => String, { description: 'The person’s name, as the admin wrote it.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The address by which the person was admitted, in lower case. It counts until the first sign-in.',
  })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'The identity provider; null until the first sign-in by email.' })
  issuer!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The person at that provider: the actor in the audit log. Null until the first sign-in by email.',
  })
  subject!: string | null;

  @Field(() => Role, { nullable: true, description: 'The role at every organization; null: see `roles`.' })
  role!: OperatorRole | null;

  @Field(() => [OperatorRoleAt], { description: 'The role at each of some organizations; empty: see `role`.' })
  roles!: readonly OperatorRoleAt[];

  @Field(() => IsoInstantScalar, { description: 'When the person was admitted.' })
  createdAt!: string;

  @Field(() => String, { description: 'Who admitted the person.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the person was disabled; null: may sign in.' })
  disabledAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the person last signed in; null: never.' })
  lastSignedInAt!: string | null;

  @Field(() => [OperatorSession], { description: 'The sessions that have neither ended nor expired, oldest first.' })
  sessions!: readonly OperatorSession[];
}

@InputType({ description: 'A role at one organization.' })
export class OperatorRoleAtInput {
  @Field(() => ID, { description: 'The organization.' })
  organizationId!: string;

  @Field(() => Role, { description: 'The role there.' })
  role!: OperatorRole;
}

@InputType({ description: 'A person to admit, by email address or by subject, with `role` or with `roles`.' })
export class AddOperatorInput {
  @Field(() => String, { description: 'The person’s name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The first sign-in with this address, if the identity provider has verified it, is this person’s.',
  })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'The identity provider, as its tokens name it; with `subject`.' })
  issuer?: string | null;

  @Field(() => String, { nullable: true, description: 'The person’s `sub` at that provider.' })
  subject?: string | null;

  @Field(() => Role, { nullable: true, description: 'The role at every organization.' })
  role?: OperatorRole | null;

  @Field(() => [OperatorRoleAtInput], { nullable: true, description: 'The role at each of some organizations.' })
  roles?: readonly OperatorRoleAtInput[] | null;
}

@InputType({ description: 'What to change. An omitted field keeps its value; `role` and `roles` replace each other.' })
export class ChangeOperatorInput {
  @Field(() => String, { nullable: true, description: 'The person’s name.' })
  name?: string | null;

  @Field(() => Role, { nullable: true, description: 'The role at every organization.' })
  role?: OperatorRole | null;

  @Field(() => [OperatorRoleAtInput], { nullable: true, description: 'The role at each of some organizations.' })
  roles?: readonly OperatorRoleAtInput[] | null;
}
