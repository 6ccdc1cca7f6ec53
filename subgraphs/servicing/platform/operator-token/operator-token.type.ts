import { Field, ID, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({
  description: 'An operator’s token that was made here, without the token. An issuer’s tokens are not listed.',
})
export class OperatorToken {
  @Field(() => ID, { description: 'Its `jti`, by which it is revoked.' })
  id!: string;

  @Field(() => String, { description: 'Who it is for: what the audit shows of its acts.' })
  name!: string;

  @Field(() => String, { description: '`viewer`, `operator` or `admin`.' })
  role!: string;

  @Field(() => [ID], { description: 'The organizations that it reaches; empty: every one.' })
  organizationIds!: readonly string[];

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => String, { description: 'Who made it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it stops working.' })
  expiresAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;
}
