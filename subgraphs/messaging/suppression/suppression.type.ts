import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../core/graphql/scalars.js';

const REASONS = ['hard_bounce', 'soft_bounces', 'unsubscribe', 'complaint'] as const;
const SuppressionReason = Object.fromEntries(REASONS.map((reason) => [reason, reason]));
registerEnumType(SuppressionReason, {
  name: 'SuppressionReason',
  description: 'soft_bounces: three of them within seven days; complaint: the recipient reported spam.',
});

@ObjectType({ description: 'An address that a workspace must not write to any more.' })
export class Suppression {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => SuppressionReason)
  reason!: string;

  @Field(() => IsoInstantScalar)
  createdAt!: string;
}

@ObjectType()
export class SuppressionPage {
  @Field(() => [Suppression])
  items!: readonly Suppression[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@ObjectType({ description: 'Whether a workspace may write to an address.' })
export class SuppressionCheck {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => Boolean)
  isSuppressed!: boolean;

  @Field(() => SuppressionReason, { nullable: true })
  reason!: string | null;
}

@ArgsType()
export class SuppressionArguments {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;

  @Field(() => Int, { nullable: true, description: 'Rows of one page: 1 to 1000; 100 without it.' })
  limit?: number | null;

  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the page before.' })
  cursor?: string | null;
}
