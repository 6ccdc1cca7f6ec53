import { Argument, type Command, Option } from 'commander';

declare const given: unique symbol;

interface Typed<Name extends string, Value> {
  readonly [given]?: readonly [Name, Value];
}

/** An option or an operand, whose type says under which name a command gets its value, and the type of that value. */
export type Taken = (Option | NamedArgument) & Typed<string, unknown>;

/** The values that a command gets; one that may be missing is an optional member. */
export type ValuesOf<T> = {
  readonly [N in NamesOf<T> as undefined extends ValueOf<T, N> ? never : N]: ValueOf<T, N>;
} & { readonly [N in NamesOf<T> as undefined extends ValueOf<T, N> ? N : never]?: Exclude<ValueOf<T, N>, undefined> };

type NamesOf<T> = T extends Typed<infer Name, infer _> ? Name : never;
type ValueOf<T, N extends string> = T extends Typed<infer Name, infer Value> ? (Name extends N ? Value : never) : never;

/** `--late-fee-cents <cents>` becomes `lateFeeCents`; `--no-check` becomes `check`. */
type NameIn<F extends string> = F extends `--no-${infer Name}`
  ? Joined<Name>
  : F extends `--${infer Name} ${string}`
    ? Joined<Name>
    : F extends `--${infer Name}`
      ? Joined<Name>
      : never;
type Joined<S extends string> = S extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Joined<Rest>>}` : S;

type TextIn<F extends string> = F extends `${string}<${string}>` ? string : true;
type Whole<F extends string, V> = F extends `--no-${string}` ? boolean : F extends `${string}...>` ? Several<V> : V;
type Several<V> = V extends readonly unknown[] ? V : readonly V[];

interface More<N, V, D, R> {
  /** The name under which the command gets the value; usual: that of the flag. */
  readonly as?: N;
  readonly required?: R;
  readonly choices?: readonly V[];
  readonly parse?: (text: string, before: never) => V;
  readonly byDefault?: D;
  readonly env?: string;
  readonly conflicts?: string;
}

/** Declares an option: `option('--days <days>', 'number of days', { parse: whole })`. */
export function option<
  const F extends string,
  const V = TextIn<F>,
  const D = undefined,
  R extends true | undefined = undefined,
  const N extends string = NameIn<F>,
>(
  flags: F,
  description: string,
  { as, required, choices, parse, byDefault, env, conflicts }: More<N, V, D, R> = {},
): Option & Typed<N, Whole<F, V> | (R extends true ? never : F extends `--no-${string}` ? never : D)> {
  const declared = new Option(flags, description);
  if (choices !== undefined) declared.choices(choices.map(String));
  if (parse !== undefined) declared.argParser(parse as (text: string, before: unknown) => V);
  if (byDefault !== undefined) declared.default(byDefault);
  if (required) declared.makeOptionMandatory();
  if (env !== undefined) declared.env(env);
  if (conflicts !== undefined) declared.conflicts(conflicts);
  if (as !== undefined) declared.attributeName = () => as;
  return declared;
}

/** An argument with the name of its value. */
class NamedArgument extends Argument {
  as: string | undefined;
}

type OperandIn<F extends string> = F extends `<${infer Name}>` | `[${infer Name}...]` | `[${infer Name}]`
  ? Name
  : never;
type OperandValue<F extends string, V> = F extends `[${string}...]`
  ? readonly V[]
  : F extends `<${string}>`
    ? V
    : V | undefined;

/** Declares an operand: `operand('<account>', 'id of the account', { as: 'accountId' })`. */
export function operand<const F extends string, V = string, const N extends string = OperandIn<F>>(
  flags: F,
  description: string,
  { as, parse }: Pick<More<N, V, undefined, undefined>, 'as' | 'parse'> = {},
): NamedArgument & Typed<N, OperandValue<F, V>> {
  const declared = new NamedArgument(flags, description);
  if (parse !== undefined) declared.argParser(parse as (text: string, before: unknown) => V);
  declared.as = as;
  return declared;
}

/** Adds options and operands to a command. */
export function taking(command: Command, taken: readonly Taken[]): Command {
  for (const one of taken) {
    if (one instanceof Option) command.addOption(one);
    else command.addArgument(one);
  }
  return command;
}

/** The values of the options by name, and those of the operands. */
export function valuesGiven(command: Command, taken: readonly Taken[]): Readonly<Record<string, unknown>> {
  const operands = taken.filter((one) => one instanceof NamedArgument);
  const values = operands.map((one, index) => [one.as ?? one.name(), command.processedArgs[index]]);
  return { ...command.opts(), ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}
