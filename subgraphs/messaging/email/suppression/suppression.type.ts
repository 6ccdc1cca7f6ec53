import { Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IN_TIME_ZONE } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const REASONS = ['hard_bounce', 'soft_bounces', 'unsubscribe', 'complaint'] as const;
const SuppressionReason = enumOf(REASONS, {
  name: 'SuppressionReason',
  description: 'Why an address is suppressed.',
  values: {
    hard_bounce: 'The address does not exist or rejects all mail.',
    soft_bounces: 'Three soft bounces within seven days.',
    unsubscribe: 'The recipient unsubscribed.',
    complaint: 'The recipient reported spam.',
  },
});

@ObjectType({ description: 'An address that a workspace must not write to.' })
export class Suppression {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => SuppressionReason, { description: 'Why the address is suppressed.' })
  reason!: string;

  @Field(() => IsoInstantScalar, { description: 'Since when.' })
  createdAt!: string;
}

export const SuppressionPage = pageOf(Suppression, 'A page of suppressed addresses.');
export type SuppressionPage = Page<Suppression>;

const CHECK_REASONS = [...REASONS, 'account_flag'] as const;
const SuppressionCheckReason = enumOf(CHECK_REASONS, {
  name: 'SuppressionCheckReason',
  description: 'Why nothing may be sent to an address.',
  values: {
    hard_bounce: 'The address does not exist or rejects all mail.',
    soft_bounces: 'Three soft bounces within seven days.',
    unsubscribe: 'The recipient unsubscribed.',
    complaint: 'The recipient reported spam.',
    account_flag: 'A flag on a loan of a borrower with this address stops marketing.',
  },
});

@ObjectType({ description: 'Whether a workspace may write to an address.' })
export class SuppressionCheck {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'In lower case.' })
  address!: string;

  @Field(() => Boolean, {
    description: 'Whether nothing may be sent: the address is suppressed, or a flag on a loan stops marketing.',
  })
  isSuppressed!: boolean;

  @Field(() => SuppressionCheckReason, { nullable: true, description: 'Why nothing may be sent; null if it may.' })
  reason!: string | null;
}

@PagedArgs()
export class SuppressionArguments extends PageArguments {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;
}
