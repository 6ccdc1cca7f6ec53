import { registerEnumType } from 'type-graphql';

interface Shown<V extends string> {
  readonly name: string;
  readonly description: string;
  /** The meaning of each value. The compiler requires all of them. */
  readonly values: Readonly<Record<V, string>>;
}

/** A GraphQL enum with the contract's values, in the contract's order. */
export function enumOf<V extends string>(words: readonly V[], { name, description, values }: Shown<V>) {
  const enumeration: Readonly<Record<string, V>> = Object.fromEntries(words.map((word) => [word, word]));
  const meanings = Object.fromEntries(words.map((word) => [word, { description: values[word] }]));
  registerEnumType(enumeration, { name, description, valuesConfig: meanings });
  return enumeration;
}
