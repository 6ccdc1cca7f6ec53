import { expect, it } from 'vitest';
import { FAULTS } from '../support/faults/catalogue.js';
import { proveFaults } from '../support/faults/prove.js';

/** A part of `npm run bench -- faults-proof` that is the same each time; only the product’s timing differs. */
const SEED = 33;
const SHARE = ['parts', 'table-lock', 'loan-system'];

it(`all parts as separate processes in production mode while one is killed, a table is locked and the loan system fails, seed ${SEED}: no payment lost or doubled, exact books, only allowed answers`, async () => {
  const proof = await proveFaults({
    faults: FAULTS.filter(({ name }) => SHARE.includes(name)),
    seed: SEED,
    clients: 1,
    sizes: { batchRows: 40, boardedLoans: 5 },
    share: 0,
  });
  expect({ seed: SEED, problems: proof.problems, missing: proof.missing }).toEqual({
    seed: SEED,
    problems: [],
    missing: {},
  });
  expect(proof.figures.map(({ fault, count }) => [fault, count > 0])).toEqual(SHARE.map((fault) => [fault, true]));
  for (const { acknowledged } of proof.figures) expect(acknowledged).toBeGreaterThan(0);
}, 900_000);
