import { randomUUID } from 'node:crypto';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { until } from '../until.js';
import type { ProofSetting } from './proof-setting.js';

/** Below the amounts of other payments on the same loan. */
const FIRST_CENTS = 500;
/** Further from the tenant's own date than the product accepts. */
const STALE_DAYS = 30;

/** A payment in each state of the business date has Fineract's own day. Puts the setting back afterwards. */
export async function checkBusinessDates(setting: ProofSetting): Promise<string> {
  const { tenant } = setting;
  const [wasOn, wasDate] = [await tenant.isBusinessDateOn(), await tenant.businessDate()];
  try {
    return await payInEachState(setting);
  } finally {
    await tenant.turnBusinessDate(true);
    if (wasDate !== undefined) await tenant.setBusinessDate(wasDate);
    await tenant.turnBusinessDate(wasOn);
  }
}

async function payInEachState({ product, tenant, loans: [loan] }: ProofSetting): Promise<string> {
  if (loan === undefined) throw new Error('there is no loan');
  let cents = FIRST_CENTS;
  const paid = async (state: string, day: IsoDate, key: string = randomUUID(), amount = ++cents) => {
    const { json, text } = await product.record({ key, account: loan.account, amount });
    if (json.status !== 'posted' || json.effective_date !== day) throw new Error(`${state}: not on ${day}: ${text}`);
  };
  await tenant.turnBusinessDate(false);
  const { today } = await tenant.payoff(loan.id);
  await paid('off', today);

  await tenant.turnBusinessDate(true);
  await tenant.setBusinessDate(addDays(today, -1));
  await paid('on, a day behind', addDays(today, -1));

  await tenant.setBusinessDate(addDays(today, -STALE_DAYS));
  const [key, amount] = [randomUUID(), ++cents];
  const body = JSON.stringify({ amount_cents: amount, payment_method: 'cash' });
  const refused = await product.post(`/v1/accounts/${loan.account}/payments`, key, body);
  if (refused.json?.detail?.error_code !== 'posting_unavailable') throw new Error(`stale: ${refused.text}`);
  if ((await tenant.loan(loan.id)).transactions.some((one) => one.cents === amount)) throw new Error('stale: posted');

  await tenant.turnBusinessDate(false);
  await paid('off, its old row left', today, key, amount);
  const open = `select 1 from operator_exception where kind = 'loan_system_misconfigured' and resolved_at is null`;
  await until(async () => (await product.sql.query(open)).rowCount === 0, 'the exception is closed', 90_000);

  await tenant.turnBusinessDate(true);
  await tenant.setBusinessDate(today);
  await paid('on, today', today);
  return 'off, on, a day behind, stale (refused), off with its old row, on again';
}
