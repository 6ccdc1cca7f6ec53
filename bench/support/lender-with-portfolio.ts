import { Readable } from 'node:stream';
import { commandPrincipal } from '../../core/principal/principal.js';
import { receiveFile } from '../../ledger/boarding/boarding-intake.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { createOrganization } from '../../subgraphs/servicing/platform/organization/create-organization.js';

export const BENCH = commandPrincipal('bench');

/** @returns the organization's id. */
export async function createLender(parts: Pick<Resources, 'db' | 'clock' | 'clientKeys'>): Promise<string> {
  const names = { displayName: 'Bench', legalName: 'Bench' };
  return (await createOrganization(parts, BENCH, names)).id;
}

/** An organization with so many loans on the ledger; returns its id. */
export async function lenderWithPortfolio(resources: Resources, loans: number): Promise<string> {
  const organizationId = await createLender(resources);
  const asOf = businessDayOf(resources.clock.now());
  const lines = [...samplePortfolio({ loans, transactions: 0, seed: 1, asOf })].map((text) => Buffer.from(text));
  const upload = { bytes: Readable.from(lines), format: 'csv', maxBytes: 1_000_000_000 } as const;
  const { boarding } = await receiveFile(resources, BENCH, { organizationId, isDryRun: false }, upload);
  await runBoarding(resources, boarding);
  return organizationId;
}
