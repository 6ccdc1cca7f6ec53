import { describe, expect, it } from 'vitest';
import { systemPrincipal } from '../principal/principal.js';
import { batched, rowById } from './batched-reads.js';
import { type GraphContext, noContactReads } from './context.js';

interface Row {
  readonly id: string;
  readonly organizationId: string;
}
const missing = () => new Error('not there');

describe('references by id', () => {
  it('return their rows in the order of the ids, and an error for an id without a row', () => {
    const rows = [rowOf('a', 'A'), rowOf('b', 'A')];
    expect(rowById(['b', 'x', 'a', 'b'], rows, missing)).toEqual([rows[1], missing(), rows[0], rows[1]]);
  });

  it('return an error for an id with two rows, and rows for the other ids of the batch', async () => {
    const rows = [rowOf('a', 'A'), rowOf('twice', 'A'), rowOf('twice', 'B')];
    const byId = batched<Row>((ids) => Promise.resolve(rowById(ids, rows, missing)));
    const context: GraphContext = {
      principal: systemPrincipal('test'),
      requestId: 'test',
      batches: new Map(),
      contactReads: noContactReads(),
    };
    const [one, twice] = await Promise.allSettled([byId('a', context), byId('twice', context)]);
    expect(one).toEqual({ status: 'fulfilled', value: rows[0] });
    expect(twice).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('two organizations') },
    });
  });
});

function rowOf(id: string, organizationId: string): Row {
  return { id, organizationId };
}
