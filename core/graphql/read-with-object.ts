import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';

const DECLARED = 'readWithObject';

/**
 * Declares that an object may have the field's value already, because it was read with the object; the resolver is
 * called only for an object that lacks it, or with arguments.
 */
export const ReadWithObject = (): MethodDecorator & PropertyDecorator => Extensions({ [DECLARED]: true });

/** Called for each field of each object that is answered: it costs less than the resolver's parameters would. */
export function takeValuesReadWithObjects(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (field.extensions[DECLARED] === true) takeValueOf(field);
  }
}

type Source = Readonly<Record<string, unknown>>;

function takeValueOf(field: GraphQLField<Source, unknown>): void {
  const { name, resolve = defaultFieldResolver } = field;
  const takesArguments = field.args.length > 0;
  const mayBeNull = !isNonNullType(field.type);
  field.resolve = (source, args, context, info) => {
    const value = source[name];
    const isKnown = value !== undefined && (value !== null || mayBeNull);
    if (isKnown && !(takesArguments && hasValue(args))) return value;
    return resolve(source, args, context, info);
  };
}

function hasValue(args: Readonly<Record<string, unknown>>): boolean {
  return Object.values(args).some((value) => value !== undefined && value !== null);
}
