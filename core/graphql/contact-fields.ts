import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphContext } from './context.js';

/** By what a person is reached: type and fields. Names alone are on every screen, and are not told here. */
export const CONTACT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Person: ['email', 'phone', 'addresses'],
  PersonAddress: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  PayoffLetter: ['addressLines'],
  CampaignEvent: ['recipient'],
  Suppression: ['address'],
};

/** Notes of every field of contact data that is answered whose it is. An address is its person's: who reaches it has been noted there. */
export function noteContactReads(schema: GraphQLSchema): void {
  for (const [name, names] of Object.entries(CONTACT_FIELDS)) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!names.includes(field.name)) continue;
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (source: object, args, context: GraphContext, info) => {
        if ('organizationId' in source) context.contactOf.add(String(source.organizationId));
        return resolve(source, args, context, info);
      };
    }
  }
}
