import { type ClassType, Directive, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../db/keyset.js';

/** The `page` object of every list. One declaration, shared by all subgraphs. */
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

/** The type of a list's pages: `RowPage`. */
export function pageOf<T extends object>(Row: ClassType<T>, description: string, name = Row.name): ClassType<Page<T>> {
  @ObjectType(`${name}Page`, { description })
  class PageOfRows implements Page<T> {
    @Field(() => [Row], { description: 'The rows of this page.' })
    items!: readonly T[];

    @Field(() => PageInfo, { description: 'Where this page ends.' })
    page!: PageInfo;
  }
  return PageOfRows;
}
