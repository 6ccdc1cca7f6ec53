import { withoutUndefined } from './checked-write.js';

/** `accountId` becomes `account_id`. */
type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

/** `account_id` becomes `accountId`. */
export type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

export function camelCase<S extends string>(name: S): CamelCase<S>;
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Members in camelCase, renamed to snake_case. */
export type SnakeCased<T> = { [F in keyof T as F extends string ? SnakeCase<F> : never]: T[F] };

/** Renames members from camelCase to snake_case, in order; nested values stay as they are. */
export function snakeCased<T extends object>(members: T): SnakeCased<T>;
export function snakeCased(members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeCase(name), value]));
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Members in snake_case, renamed to camelCase. */
export type CamelCased<T> = { [F in keyof T as F extends string ? CamelCase<F> : never]: T[F] };

/** Renames members from snake_case to camelCase, in order; nested values stay as they are. */
export function camelCased<T extends object>(members: T): CamelCased<T>;
export function camelCased(members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [camelCase(name), value]));
}

/** An input whose members match those of a body exactly. */
type Saying<Body, Input> = [keyof Body, keyof SnakeCased<Input>] extends [keyof SnakeCased<Input>, keyof Body]
  ? Input
  : never;

/** The REST body of a GraphQL input, without the members that were not sent. */
export function bodyOf<Body, Input extends object>(input: Saying<Body, Input>): SnakeCased<Input> {
  return withoutUndefined(snakeCased<Input>(input));
}
