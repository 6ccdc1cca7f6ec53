import 'reflect-metadata';
import { ArgsType, Field, Int } from 'type-graphql';

/** The requested page of a list. */
export abstract class PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

/** The arguments of a list: those of its class, followed by the page's. */
export function PagedArgs() {
  return (target: new () => PageArguments): void => {
    const limit = { nullable: true, description: 'Rows per page: 1 to 1000, 100 by default.' };
    const cursor = { nullable: true, description: 'The `nextCursor` of the previous page.' };
    Field(() => Int, limit)(target.prototype, 'limit');
    Field(() => String, cursor)(target.prototype, 'cursor');
    ArgsType()(target);
  };
}
