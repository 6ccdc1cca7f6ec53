import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { pageOf } from '../../../../core/graphql/page.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A lender whose loans are serviced here.' })
export class Organization {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => String, { description: 'The name to be shown.' })
  displayName!: string;

  @Field(() => Boolean, {
    description: 'Whether it is in business with us; if not, it takes no new payment, method, schedule or run.',
  })
  isActive!: boolean;

  @Field(() => String, { description: 'The name under which it is registered.' })
  legalName!: string;

  @Field(() => String, { description: 'The name it does business as.' })
  dbaName!: string;

  @Field(() => String, {
    description:
      'Where its day begins and ends, an IANA name. Business days, and what the loans’ books say, are New York’s all the same.',
  })
  timeZone!: string;

  @Field(() => Boolean, {
    description:
      'Whether it is for trying things: it has a clock of its own, and no money of it is real. Sums over lenders leave it out.',
  })
  isSandbox!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether autopay schedules of a loan pause when it is charged off, until a person resumes them. If not, they go on charging.',
  })
  pausesAutopayAfterChargeOff!: boolean;
}

export const OrganizationPage = pageOf(Organization, 'A page of organizations.');
export type OrganizationPage = Page<Organization>;

@InputType({ description: 'A lender to be taken in.' })
export class CreateOrganizationInput {
  @Field(() => String, { description: 'What it is called here.' })
  displayName!: string;

  @Field(() => String, { description: 'Its name in law.' })
  legalName!: string;

  @Field(() => String, { nullable: true, description: 'The name it does business as; without it, the display name.' })
  dbaName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where its day begins and ends, an IANA name; without it America/New_York.',
  })
  timeZone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is for trying things, with a clock of its own; for good. Without it, it is not.',
  })
  sandbox?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether autopay schedules of a loan pause when it is charged off; without it they do.',
  })
  pausesAutopayAfterChargeOff?: boolean | null;
}

@InputType({ description: 'What is left out stays.' })
export class UpdateOrganizationInput {
  @Field(() => String, { nullable: true, description: 'What it is called here.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'Its name in law.' })
  legalName?: string | null;

  @Field(() => String, { nullable: true, description: 'The name it does business as.' })
  dbaName?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: no new payment, method, schedule or run; what is posted may still be taken back. True: it goes on, and dates that went by are missed.',
  })
  isActive?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Where its day begins and ends, an IANA name.' })
  timeZone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether autopay schedules of a loan pause when it is charged off. Set to true, those of loans that are charged off already pause on their next date.',
  })
  pausesAutopayAfterChargeOff?: boolean | null;
}
