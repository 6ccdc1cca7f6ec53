import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { KeyedDigests } from '../secrets/keyed-digests.js';
import { CONTACT_ARGUMENTS, CONTACT_FIELDS, type ContactArgument } from './contact-fields.js';
import type { ContactReads, GraphContext } from './context.js';

type Field = GraphQLField<unknown, GraphContext>;

/**
 * Wraps the resolvers of contact data. A field notes its organization. An argument notes the value searched for and the
 * organizations where it was found. An address is reached through its person, whose fields already note the read.
 */
export function trackContactReads(schema: GraphQLSchema, digests: Pick<KeyedDigests, 'of'>): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (CONTACT_FIELDS[type.name]?.includes(field.name)) noteField(type.name, field);
      const declared = CONTACT_ARGUMENTS[`${type.name}.${field.name}`];
      if (declared !== undefined) noteArguments(field, declared, digests);
    }
  }
}

function noteField(type: string, field: Field): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (source, args, context, info) => {
    noteOwner(source, context.contactReads);
    if (type === 'Person') notePerson(source, context.contactReads);
    return resolve(source, args, context, info);
  };
}

function noteArguments(
  field: Field,
  declared: Readonly<Record<string, ContactArgument>>,
  digests: Pick<KeyedDigests, 'of'>,
): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (source, args, context, info) => {
    const sought = Object.entries(declared).flatMap(([name, { sought, hasOwnEntry }]) => {
      const value: unknown = args[name];
      const asked = typeof value === 'string' && hasOwnEntry !== true ? sought(value) : undefined;
      return asked === undefined ? [] : [asked];
    });
    const answer: unknown = resolve(source, args, context, info);
    if (sought.length === 0) return answer;
    for (const each of sought) context.contactReads.soughtDigests.add(digests.of(each));
    return Promise.resolve(answer).then((answered: unknown) => {
      for (const row of rowsOf(answered)) noteOwner(row, context.contactReads);
      return answered;
    });
  };
}

function notePerson(row: unknown, { personIds }: ContactReads): void {
  if (personIds.size < 2 && typeof row === 'object' && row !== null && 'id' in row) personIds.add(String(row.id));
}

/** The items of a page; any other answer is itself a row. */
function rowsOf(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return 'items' in answer && Array.isArray(answer.items) ? answer.items : [answer];
}

function noteOwner(row: unknown, { organizationIds }: ContactReads): void {
  if (typeof row === 'object' && row !== null && 'organizationId' in row)
    organizationIds.add(String(row.organizationId));
}
