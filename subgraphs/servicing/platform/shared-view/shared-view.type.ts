import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { SHARED_VIEW_PAGES, type SharedViewPage } from '../../../../core/contract/shared-view.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

export const SharedViewPageEnum = enumOf(SHARED_VIEW_PAGES, {
  name: 'SharedViewPage',
  description: 'A page of the dashboard whose filters can be shared.',
  values: { collections: 'The collection queue.' },
});

@ObjectType({ description: 'Filters and order of a list of the dashboard, for all operators of a lender.' })
export class SharedView {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => SharedViewPageEnum, { description: 'The page.' })
  page!: SharedViewPage;

  @Field(() => String, { description: 'Its name, one at a lender’s page.' })
  name!: string;

  @Field(() => String, { description: 'The search part of the page’s address: `days=30-59&view=unassigned`.' })
  search!: string;

  @Field(() => String, { description: 'The operator who saved it last.' })
  savedBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When that was.' })
  savedAt!: string;
}

@InputType({ description: 'A view to save.' })
export class SharedViewInput {
  @Field(() => SharedViewPageEnum, { description: 'The page.' })
  page!: SharedViewPage;

  @Field(() => String, { description: 'A name of at most 60 characters; an earlier view of this name is replaced.' })
  name!: string;

  @Field(() => String, {
    description: 'The filters and the order of the page, as in its address; other names and values are refused.',
  })
  search!: string;
}
