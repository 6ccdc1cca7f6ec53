import 'reflect-metadata';
import { ArgsType, Field, Int } from 'type-graphql';

/** Which page of a list is asked for. */
export abstract class PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

/** The arguments of a list: those of its class, and behind them the page's. */
export function PagedArgs() {
  return (target: new () => PageArguments): void => {
    const limit = { nullable: true, description: 'Rows of one page: 1 to 1000; 100 without it.' };
    const cursor = { nullable: true, description: 'The `nextCursor` of the page before.' };
    Field(() => Int, limit)(target.prototype, 'limit');
    Field(() => String, cursor)(target.prototype, 'cursor');
    ArgsType()(target);
  };
}
