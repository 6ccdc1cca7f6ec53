import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../core/graphql/page.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A lender whose loans are serviced here (spec 2.4).' })
export class Organization {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  displayName!: string;

  @Field(() => Boolean)
  isActive!: boolean;

  @Field(() => String)
  legalName!: string;

  @Field(() => String, { description: 'The name it does business as.' })
  dbaName!: string;
}

@ObjectType()
export class OrganizationPage {
  @Field(() => [Organization])
  items!: readonly Organization[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@InputType({ description: 'A lender to be taken in.' })
export class CreateOrganizationInput {
  @Field(() => String, { description: 'What it is called here.' })
  displayName!: string;

  @Field(() => String, { description: 'Its name in law.' })
  legalName!: string;

  @Field(() => String, { nullable: true, description: 'The name it does business as; without it, the display name.' })
  dbaName?: string | null;
}
