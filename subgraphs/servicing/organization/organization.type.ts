import { Directive, Field, ID, ObjectType } from 'type-graphql';
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
