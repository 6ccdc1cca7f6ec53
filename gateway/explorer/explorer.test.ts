import { fileURLToPath } from 'node:url';
import { GraphQLError, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { measure } from '../limits/operation-size.js';
import apiSchema from '../schema-without-federation.js';
import { exampleQueries } from './explorer.js';

const schema = apiSchema(fileURLToPath(new URL('../supergraph.graphql', import.meta.url)));

describe('the explorer’s examples', () => {
  it.each(exampleQueries().map(({ query }) => [query.split('\n')[0], query]))('%s can be asked', (_, query = '') => {
    const document = parse(query);
    expect(validate(schema, document).map((error: GraphQLError) => error.message)).toEqual([]);
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('it is not an operation');
    expect(measure(schema, document, operation, {}).cost).toBeLessThan(5_000);
  });
});
