import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import type { SyncMode } from '../../subgraphs/servicing/loan-systems/sync/next-pass.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { MAMBU_API_KEY, type MambuServer, openMambu } from '../support/mambu/mambu-server.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const CODE = 'mambu-contact';
let instance: TestInstance;
let mambu: MambuServer;

beforeAll(async () => {
  mambu = await openMambu();
  instance = await openTestInstance({ worker: false, environment: { LOAN_SYSTEM_SECRET_M: MAMBU_API_KEY } });
  const { organizationId } = await instance.lender();
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const system = { code: CODE, kind: 'mambu', baseUrl: mambu.baseUrl, settings: {}, organizationId };
  await service.add(systemPrincipal('test'), { ...system, secretEnv: { 'api-key': 'LOAN_SYSTEM_SECRET_M' } }, true);
  await instance.resources.addedSystems.refresh();
});
afterAll(async () => {
  await instance.close();
  expect(mambu.violations).toEqual([]);
  await mambu.close();
});

/** How many calls the pass took. */
async function sync(mode: SyncMode): Promise<number> {
  mambu.faults.calls.clear();
  const systems = loanSystems(instance.resources);
  await new SystemSync({ ownPostings, ...instance.resources, systems }).run({ code: CODE, mode });
  return [...mambu.faults.calls.values()].reduce((sum, calls) => sum + calls, 0);
}

async function phones(): Promise<readonly string[]> {
  const sql = 'select phone from person where loan_system_code = $1 order by external_id';
  return (await instance.resources.pool.query(sql, [CODE])).rows.map(({ phone }) => phone);
}

it('a telephone number that changes on a quiet loan is there after the next pass, at three calls when nothing changed', async () => {
  const [first, second] = [mambu.book.holder(), mambu.book.holder('GROUP', 'Weavers')];
  for (const holder of [first, second]) mambu.book.loan({ holder, disbursedAt: '2026-01-05T10:00:00Z' });
  await sync('full');
  expect(await phones()).toEqual(['+1 212 555 0100', '+1 212 555 0100']);
  expect(await sync('incremental')).toBe(3);

  mambu.book.changePhone(first, '+1 212 555 0111');
  await sync('incremental');
  expect(await phones()).toContain('+1 212 555 0111');

  mambu.book.changePhone(second, '+1 212 555 0112');
  await sync('full');
  expect([...(await phones())].sort()).toEqual(['+1 212 555 0111', '+1 212 555 0112']);
});
