import { sent } from './checked.js';

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

/** The graph's names, in the contract's. */
export type SnakeCased<T> = { [F in keyof T as F extends string ? SnakeCase<F> : never]: T[F] };

/** Members under the contract's names, in their order; what is inside of them stays as it is. */
export function snakeCased<T extends object>(members: T): SnakeCased<T>;
export function snakeCased(members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeCase(name), value]));
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The contract's names, in the graph's. */
export type CamelCased<T> = { [F in keyof T as F extends string ? CamelCase<F> : never]: T[F] };

/** Members under the graph's names, in their order; what is inside of them stays as it is. */
export function camelCased<T extends object>(members: T): CamelCased<T>;
export function camelCased(members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [camelCase(name), value]));
}

/** An input that has a member for each of a body's, and for nothing else. */
type Saying<Body, Input> = [keyof Body, keyof SnakeCased<Input>] extends [keyof SnakeCased<Input>, keyof Body]
  ? Input
  : never;

/** The contract's body that an input of the graph says: what was not sent is not there. */
export function bodyOf<Body, Input extends object>(input: Saying<Body, Input>): SnakeCased<Input> {
  return sent(snakeCased<Input>(input));
}
