import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A lender whose loans are serviced in Tributary.' })
export class Organization {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  displayName!: string;

  @Field(() => Boolean, {
    description: 'Whether it is active. An inactive organization takes no new payment, method, schedule or run.',
  })
  isActive!: boolean;

  @Field(() => String, { description: 'Registered name.' })
  legalName!: string;

  @Field(() => String, { description: 'Trading name.' })
  dbaName!: string;

  @Field(() => String, {
    description: 'Time zone of its days, an IANA name. Business days and the loans’ books still follow New York.',
  })
  timeZone!: string;

  @Field(() => Boolean, {
    description: 'Whether it is a sandbox: with its own clock and no real money. Excluded from totals over lenders.',
  })
  isSandbox!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether a loan’s autopay schedules pause when it is charged off, until a user resumes them. Otherwise they continue to charge.',
  })
  pausesAutopayAfterChargeOff!: boolean;
}

export const OrganizationPage = pageOf(Organization, 'A page of organizations.');
export type OrganizationPage = Page<Organization>;

@InputType({ description: 'A new lender.' })
export class CreateOrganizationInput {
  @Field(() => String, { description: 'Display name.' })
  displayName!: string;

  @Field(() => String, { description: 'Registered name.' })
  legalName!: string;

  @Field(() => String, { nullable: true, description: 'Trading name; defaults to the display name.' })
  dbaName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Time zone of its days, an IANA name; defaults to America/New_York.',
  })
  timeZone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is a sandbox, with its own clock; permanent. Defaults to false.',
  })
  sandbox?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a loan’s autopay schedules pause when it is charged off; defaults to true.',
  })
  pausesAutopayAfterChargeOff?: boolean | null;
}

@InputType({ description: 'An omitted field keeps its value.' })
export class UpdateOrganizationInput {
  @Field(() => String, { nullable: true, description: 'Display name.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'Registered name.' })
  legalName?: string | null;

  @Field(() => String, { nullable: true, description: 'Trading name.' })
  dbaName?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: no new payment, method, schedule or run; posted payments can still be reversed. True: active again; dates in between are missed.',
  })
  isActive?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Time zone of its days, an IANA name.' })
  timeZone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a loan’s autopay schedules pause when it is charged off. When set to true, schedules of loans already charged off pause on their next date.',
  })
  pausesAutopayAfterChargeOff?: boolean | null;
}
