import { expect, it } from 'vitest';
import type { LoanSource, Reached } from '../../../../loan-model/port.js';
import { paid, ScriptedSource } from '../../../../test/support/scripted-source.js';
import { type ReadLoan, readPageOfLoans } from './read-page-of-loans.js';

const HEADS = ['1', '2', '3', '4'].map((externalId) => ({ externalId, revision: 'r' }));

/** Each loan has this many transactions. */
function scripted(transactions: number): ScriptedSource {
  const source = new ScriptedSource();
  source.hasSets = true;
  for (const { externalId } of HEADS) {
    source.put(
      externalId,
      {},
      Array.from({ length: transactions }, (_, index) => paid(`t${index}`, 1)),
    );
  }
  return source;
}

async function readAll(source: LoanSource): Promise<readonly (readonly ReadLoan[])[]> {
  const batches: (readonly ReadLoan[])[] = [];
  const parts = { source, shallPause: () => false, noteError: async () => {} };
  for await (const batch of readPageOfLoans(parts, HEADS)) batches.push(batch);
  return batches;
}

function sizes(batches: readonly (readonly ReadLoan[])[]) {
  return batches.map((batch) =>
    batch.map(({ externalId, result }) => [
      externalId,
      typeof result === 'string' ? result : result.transactions.length,
    ]),
  );
}

it('reads fewer loans at a time where their transactions are too many for the memory', async () => {
  expect(sizes(await readAll(scripted(9_000)))).toEqual([
    [
      ['1', 9_000],
      ['2', 9_000],
    ],
    [
      ['3', 9_000],
      ['4', 9_000],
    ],
  ]);
});

it('reads loans one by one where the system does not return them together', async () => {
  const source = scripted(3);
  const away = async (): Promise<Reached<never>> => ({ kind: 'unavailable' });
  const reads: LoanSource = {
    heads: (request) => source.heads(request),
    loan: (externalId) => source.loan(externalId),
    transactions: (externalId, page) => source.transactions(externalId, page),
    person: (externalId) => source.person(externalId),
    sets: { loans: away, transactions: away, persons: away },
  };
  const read = sizes(await readAll(reads)).flat();
  expect(read.sort()).toEqual(HEADS.map(({ externalId }) => [externalId, 3]));
});

it('reads a person once, however many loans of the page name it', async () => {
  const source = scripted(1);
  source.hasSets = false;
  const asked: string[] = [];
  const reads: LoanSource = {
    heads: (request) => source.heads(request),
    loan: (externalId) => source.loan(externalId),
    transactions: (externalId, page) => source.transactions(externalId, page),
    person: (externalId) => {
      asked.push(externalId);
      return source.person(externalId);
    },
  };
  await readAll(reads);
  expect(asked).toEqual(['p1']);
});
