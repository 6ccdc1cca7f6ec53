import { type Faults, payWhileBroken, reverseWhileBroken } from './break-connections.js';
import { checkBusinessDates } from './check-business-dates.js';
import { checkPayoffs } from './check-payoffs.js';
import { checkStaffActs } from './check-staff-acts.js';
import { countAtFineract } from './count-at-fineract.js';
import type { KindCount } from './count-postings.js';
import type { CutPoint, PlannedFault } from './fault-plan.js';
import { type ProofSetting, prepareProof } from './proof-setting.js';
import { ProofSteps, type StepResult } from './proof-steps.js';
import { type TenantAddress, TestTenant } from './test-tenant.js';
import { isTiedOut, type TiedOutDay, tieOutDays } from './tie-out-days.js';

export interface FineractProofOptions {
  /** A migrated, empty database, as its owner. */
  readonly databaseUrl: string;
  readonly address: TenantAddress;
  /** The tenant's; default: the product's. */
  readonly timeZone: string | undefined;
  readonly payments: number;
  /** During payments. A fifth as many of each during reversals. */
  readonly faults: Faults;
  /** How long Fineract may still carry out a request whose connection broke. */
  readonly settleAfterMs: number;
  readonly say: (line: string) => void;
}

export interface FineractProof {
  /** From `/actuator/info`; null: the server does not show it. */
  readonly version: string | null;
  /** The names of all that the proof made at Fineract begin with it. */
  readonly prefix: string;
  readonly broken: Readonly<Record<PlannedFault['by'], Partial<Record<CutPoint, number>>>>;
  readonly readsCut: number;
  readonly kinds: readonly KindCount[];
  readonly tieOut: readonly TiedOutDay[];
  readonly steps: readonly StepResult[];
  readonly isProven: boolean;
}

const SHARE_REVERSED = 1 / 5;

/** Runs the product against a running Fineract, breaks its connections, and compares both sides' books. */
export async function proveFineract(options: FineractProofOptions): Promise<FineractProof> {
  const { address, say } = options;
  const tenant = new TestTenant(address);
  const version = await tenant.version();
  const prefix = `proof-${Date.now().toString(36)}`;
  say(`Fineract ${version ?? 'does not show its version'}; all names begin with ${prefix}`);
  const setting = await prepareProof({ ...options, tenant, prefix });
  try {
    await setting.product.start();
    const steps = new ProofSteps(say);
    const found = await run(setting, steps, options);
    const { broken, readsCut } = setting.proxy;
    const isProven =
      steps.results.every(({ problem }) => problem === null) &&
      found.kinds.every(({ doubled, lost, invented }) => doubled + lost + invented === 0) &&
      found.kinds.length > 0 &&
      found.tieOut.length > 0;
    return { version, prefix, broken, readsCut, ...found, steps: steps.results, isProven };
  } finally {
    await setting.product.close();
    await setting.proxy.close();
  }
}

async function run(
  setting: ProofSetting,
  steps: ProofSteps,
  { payments, faults }: FineractProofOptions,
): Promise<Pick<FineractProof, 'kinds' | 'tieOut'>> {
  let [posted, kinds, tieOut]: [readonly string[], readonly KindCount[], readonly TiedOutDay[]] = [[], [], []];
  await steps.run('payments while processes are killed and connections cut', async () => {
    const outcome = await payWhileBroken(setting, payments, faults);
    posted = outcome.done;
    return `${posted.length} posted; refused before: ${JSON.stringify(outcome.refusals)}`;
  });
  await steps.run('reversals while processes are killed and connections cut', async () => {
    const fewer = { kills: ofReversals(faults.kills), cuts: ofReversals(faults.cuts) };
    const ids = posted.slice(0, Math.ceil(payments * SHARE_REVERSED));
    const { done, refusals } = await reverseWhileBroken(setting, ids, fewer);
    return `${done.length} reversed; refused before: ${JSON.stringify(refusals)}`;
  });
  await steps.run('business date', () => checkBusinessDates(setting));
  await steps.run('payoffs', () => checkPayoffs(setting));
  await steps.run('acts of staff, read by the sync', () => checkStaffActs(setting));
  await steps.run('count at Fineract', async () => {
    const counted = await countAtFineract(setting);
    kinds = counted.kinds;
    if (counted.balances.length > 0) throw new Error(counted.balances.join('; '));
    return 'every balance is equal';
  });
  await steps.run('tie-out', async () => {
    tieOut = await tieOutDays(setting);
    const uneven = tieOut.filter((day) => !isTiedOut(day));
    if (uneven.length > 0) throw new Error(uneven.map((day) => JSON.stringify(day)).join('; '));
    return `${tieOut.length} days`;
  });
  return { kinds, tieOut };
}

function ofReversals(count: number): number {
  return Math.ceil(count * SHARE_REVERSED);
}
