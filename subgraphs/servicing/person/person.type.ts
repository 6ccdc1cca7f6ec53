import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../core/graphql/page.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A borrower. The same human at two lenders is two persons.' })
export class Person {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => String)
  displayName!: string;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true })
  phone!: string | null;
}

@ObjectType({ description: 'A saved address of a person.' })
export class PersonAddress {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'What it is for: `billing`.' })
  kind!: string;

  @Field(() => Boolean)
  isCurrent!: boolean;

  @Field(() => String)
  line1!: string;

  @Field(() => String, { nullable: true })
  line2!: string | null;

  @Field(() => String)
  city!: string;

  @Field(() => String)
  state!: string;

  @Field(() => String)
  postalCode!: string;

  @Field(() => String)
  country!: string;
}

@ObjectType()
export class PersonPage {
  @Field(() => [Person])
  items!: readonly Person[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
