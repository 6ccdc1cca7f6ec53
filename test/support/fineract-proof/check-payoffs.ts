import { randomUUID } from 'node:crypto';
import { addDays } from '../../../core/time/dates.js';
import { until } from '../until.js';
import type { ProofSetting } from './proof-setting.js';

const DAYS_AHEAD = [0, 1, 7, 14, 28];

/** Payoffs of coming days are Fineract's own, with its interest of a day; and one of them pays a loan off. */
export async function checkPayoffs({ product, tenant, growing }: ProofSetting): Promise<string> {
  let compared = 0;
  for (const { id, account } of growing) {
    const { today } = await tenant.payoff(id);
    for (const ahead of DAYS_AHEAD) {
      const on = addDays(today, ahead);
      const [theirs, nextDay] = [await tenant.payoff(id, on), await tenant.payoff(id, addDays(on, 1))];
      // A slow Fineract is a quote that is not available yet.
      const { json, text } = await until(async () => {
        const answer = await product.get(`/accounts/${account}/payoff?on=${on}`);
        return answer.status !== 503 && answer;
      }, `a payoff of loan ${id}`);
      const ours = [json.amount_cents, json.interest_cents, json.per_diem_cents];
      const perDiem = nextDay.interestCents - theirs.interestCents;
      const wanted = [theirs.amountCents, theirs.interestCents, perDiem];
      if (ours.join() !== wanted.join()) throw new Error(`loan ${id} on ${on}: not ${wanted.join(', ')}: ${text}`);
      compared += 1;
    }
  }
  const paid = growing.at(-1);
  if (paid === undefined) throw new Error('there is no loan');
  const { amountCents: amount } = await tenant.payoff(paid.id);
  const { json, text } = await product.record({ key: randomUUID(), account: paid.account, amount });
  const { balanceCents } = await tenant.loan(paid.id);
  if (json.status !== 'posted' || balanceCents !== 0) throw new Error(`the payoff does not pay off: ${text}`);
  return `${compared} quotes equal Fineract’s by day; one paid its loan off`;
}
