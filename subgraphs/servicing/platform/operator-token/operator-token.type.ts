import { Field, ID, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({
  description:
    'An operator’s token issued by Tributary, without the token itself. Tokens of an external issuer are not listed.',
})
export class OperatorToken {
  @Field(() => ID, { description: 'Its `jti`, used to revoke it.' })
  id!: string;

  @Field(() => String, { description: 'The operator: shown as the actor in the audit log.' })
  name!: string;

  @Field(() => String, {
    description:
      '`viewer`, `agent`, `supervisor` or `admin`: the role at each organization, the lowest one where they differ.',
  })
  role!: string;

  @Field(() => [ID], { description: 'The organizations that it can access; empty: all.' })
  organizationIds!: readonly string[];

  @Field(() => [String], {
    description: 'The role at each of `organizationIds`, in their order. Empty: `role` at each.',
  })
  organizationRoles!: readonly string[];

  @Field(() => Boolean, { description: 'Whether it is a session in a browser; otherwise a bearer token.' })
  isBrowserSession!: boolean;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'For a session in a browser: when its operator last did something, to half a minute; null: never.',
  })
  lastActiveAt!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => String, { description: 'Who created it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it expires.' })
  expiresAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;
}
