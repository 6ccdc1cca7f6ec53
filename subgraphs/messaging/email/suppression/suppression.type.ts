import { Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const REASONS = ['hard_bounce', 'soft_bounces', 'unsubscribe', 'complaint'] as const;
const SuppressionReason = enumOf(REASONS, {
  name: 'SuppressionReason',
  description: 'Why an address is not written to any more.',
  values: {
    hard_bounce: 'The address is no good.',
    soft_bounces: 'Three messages within seven days bounced softly.',
    unsubscribe: 'The recipient unsubscribed.',
    complaint: 'The recipient reported spam.',
  },
});

@ObjectType({ description: 'An address that a workspace must not write to any more.' })
export class Suppression {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => SuppressionReason, { description: 'Why nothing may be sent there.' })
  reason!: string;

  @Field(() => IsoInstantScalar, { description: 'Since when.' })
  createdAt!: string;
}

export const SuppressionPage = pageOf(Suppression, 'A page of suppressed addresses.');
export type SuppressionPage = Page<Suppression>;

@ObjectType({ description: 'Whether a workspace may write to an address.' })
export class SuppressionCheck {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => Boolean, { description: 'Whether nothing may be sent there.' })
  isSuppressed!: boolean;

  @Field(() => SuppressionReason, { nullable: true, description: 'Why nothing may be sent there; null when it may.' })
  reason!: string | null;
}

@PagedArgs()
export class SuppressionArguments extends PageArguments {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;
}
