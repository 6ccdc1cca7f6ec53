import { randomUUID } from 'node:crypto';
import { until } from '../until.js';
import type { ProofLoan, ProofSetting } from './proof-setting.js';

const CENTS = { repaid: 7_001, waived: 302, recovered: 1_203, recoveredByUs: 1_304 };

/** What staff does at Fineract is read by the worker's sync: a repayment, a waiver, a write-off and recoveries. */
export async function checkStaffActs(setting: ProofSetting): Promise<string> {
  const { product, tenant, forStaff } = setting;
  const [active, writtenOff] = forStaff;
  if (active === undefined || writtenOff === undefined) throw new Error('there are no loans');
  const { today } = await tenant.payoff(active.id);
  await tenant.repay(active.id, CENTS.repaid, today);
  await tenant.waiveInterest(active.id, CENTS.waived, today);
  await tenant.writeOff(writtenOff.id, today);
  await tenant.recover(writtenOff.id, CENTS.recovered, today);
  await read(setting, active, { payment: CENTS.repaid, waiver: CENTS.waived });
  await read(setting, writtenOff, { charge_off: undefined, payment: CENTS.recovered });
  const order = { key: randomUUID(), account: writtenOff.account, amount: CENTS.recoveredByUs };
  const { json, text } = await product.record(order);
  if (json.status !== 'posted') throw new Error(`a recovery is not posted: ${text}`);
  await read(setting, writtenOff, { payment: CENTS.recoveredByUs });
  return 'a repayment, a waiver, a write-off and a recovery were read; a recovery was posted';
}

async function read(
  { product }: ProofSetting,
  { id, account }: ProofLoan,
  wanted: Readonly<Record<string, number | undefined>>,
): Promise<void> {
  for (const [type, cents] of Object.entries(wanted)) {
    const isThere = async () => {
      const { rows } = await product.sql.query(
        'select abs(amount_cents)::int as cents from transaction where account_id = $1 and type = $2',
        [account, type],
      );
      return rows.some((row) => cents === undefined || row.cents === cents);
    };
    await until(isThere, `the sync has read the ${type} on loan ${id}`, 120_000);
  }
}
