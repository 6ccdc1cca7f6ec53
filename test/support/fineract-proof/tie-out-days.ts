import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { previousBusinessDay, rollForward } from '../../../ledger/rules/business-day.js';
import { TieOutHarness } from '../tie-out-harness.js';
import { until } from '../until.js';
import { CODE, loansOf, type ProofSetting } from './proof-setting.js';

/** The tie-out of one business day with Fineract. */
export interface TiedOutDay {
  readonly day: string;
  readonly completeness: string;
  readonly ours: number;
  readonly theirs: number;
  /** On the proof's own loans. */
  readonly differences: number;
  /** On other loans of the tenant, such as those of an earlier proof. */
  readonly onOtherLoans: number;
}

/** Compares each day of the proof's payments, as the product does when the day is over. */
export async function tieOutDays(setting: ProofSetting): Promise<readonly TiedOutDay[]> {
  const { product } = setting;
  const { rows: days } = await product.sql.query(
    `select min(effective_date)::text as first, max(effective_date)::text as last from collected_payment where status <> 'failed'`,
  );
  const first: IsoDate = rollForward(days[0].first);
  // A reversal is on the day of its own posting, which may be a day later than its payment's.
  const last: IsoDate = rollForward(addDays(days[0].last, 1));
  const harness = new TieOutHarness(product, product.sql, product.lender.organizationId, previousBusinessDay(first));
  while (harness.day < last) {
    harness.nextDay();
    const isDone = async () => {
      await harness.compare();
      const open = `select 1 from tie_out_look where subject = $1 and business_day = $2 and step = 'done'`;
      return (await product.sql.query(open, [CODE, harness.day])).rowCount === 1;
    };
    await until(isDone, `${harness.day} is compared`, 300_000);
  }
  const { rows } = await product.sql.query(
    `select distinct on (r.business_day) r.business_day::text as day, r.completeness, r.ours_count::int as ours,
            r.theirs_count::int as theirs, found.differences, found."onOtherLoans"
       from tie_out_result r,
            lateral (select count(*) filter (where a.is_ours)::int as differences,
                            count(*) filter (where not a.is_ours)::int as "onOtherLoans"
                       from tie_out_difference d join tie_out_look l on l.id = d.look_id
                       left join account on account.id = d.account_id,
                       lateral (select coalesce(account.external_id = any($4), true) as is_ours) a
                      where l.subject = r.subject and l.business_day = r.business_day) found
      where r.subject = $1 and r.business_day between $2 and $3 order by r.business_day, r.sequence desc`,
    [CODE, first, last, loansOf(setting).map(({ id }) => id)],
  );
  return rows;
}

export function isTiedOut({ completeness, ours, theirs, differences, onOtherLoans }: TiedOutDay): boolean {
  return completeness === 'complete' && differences === 0 && (ours === theirs || onOtherLoans > 0);
}
