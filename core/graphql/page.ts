import { type ClassType, Directive, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../db/list-cursors-and-limits.js';

/** The `page` object of every list. One declaration, shared by all subgraphs. */
@Directive('@shareable')
@ObjectType('PageInfo', { description: 'The paging details of a list.' })
export class PageInfo {
  @Field(() => String, {
    nullable: true,
    description: 'Send it as `cursor` to get the next page; null on the last page.',
  })
  nextCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether there is another page.' })
  hasMore!: boolean;

  @Field(() => Int, { description: 'The limit of rows of this page.' })
  limit!: number;
}

/** The type of a list's pages: `RowPage`. */
export function pageOf<T extends object>(Row: ClassType<T>, description: string, name = Row.name): ClassType<Page<T>> {
  @ObjectType(`${name}Page`, { description })
  class PageOfRows implements Page<T> {
    @Field(() => [Row], { description: 'The rows of this page.' })
    items!: readonly T[];

    @Field(() => PageInfo, { description: 'The paging details of this page.' })
    page!: PageInfo;
  }
  return PageOfRows;
}
