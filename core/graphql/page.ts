import { Directive, Field, Int, ObjectType } from 'type-graphql';

/** The `page` object of every list (spec 8.2.1). One declaration, shared by all subgraphs. */
@Directive('@shareable')
@ObjectType('PageInfo', { description: 'Where a page of a list ends.' })
export class PageInfo {
  @Field(() => String, {
    nullable: true,
    description: 'Hand it back as `cursor` for the next page; null ends the set.',
  })
  nextCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether another page follows.' })
  hasMore!: boolean;

  @Field(() => Int, { description: 'The limit that this page was cut to.' })
  limit!: number;
}
