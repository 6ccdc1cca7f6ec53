/**
 * An event of a loan that counts; the caller leaves out reversed payments. Interest runs through `on`. `chargedTo` is
 * the day through which interest had been charged at that time, if a payoff of the same day had owed a day more.
 */
export type Fact = { readonly chargedTo?: string } & (
  | {
      readonly kind: 'disbursement' | 'waived_interest' | 'waived_fees';
      readonly on: string;
      readonly cents: bigint;
    }
  | { readonly kind: 'fee' | 'late_fee'; readonly cents: bigint }
  | { readonly kind: 'payment'; readonly on: string; readonly cents: bigint; readonly id: string }
  | ({ readonly kind: 'adjustment'; readonly on: string } & Readonly<Parts>)
  | { readonly kind: 'charge_off'; readonly on: string }
  | ({
      readonly kind: 'opening';
      readonly on: string;
      readonly towardSchedule: bigint;
      readonly isChargedOff: boolean;
    } & Readonly<Parts>)
);

export interface Parts {
  principal: bigint;
  interest: bigint;
  fees: bigint;
}

/** The loan's terms for the recomputation. */
export interface Counting {
  /** In millionths of a percent. */
  readonly annualRateMillionths: number;
  readonly dayCount: string;
  /** `fees_interest_principal`: the application order of a payment. */
  readonly applicationOrder: string;
}

export interface Recomputed extends Readonly<Parts> {
  /**
   * Interest of less than a cent, in units of the day count and of the rate: basis points, if it is a whole number of
   * them.
   */
  readonly remainder: bigint;
  readonly accruedThrough: string;
  /** Principal and interest paid before the charge-off. */
  readonly towardSchedule: bigint;
  readonly splits: ReadonlyMap<string, Readonly<Parts>>;
  /** The amount owed when the loan was charged off here. */
  readonly loss: bigint | undefined;
  /** The part of the fees that is late fees: a loan with late fees pays them before other fees. */
  readonly lateFees: bigint;
  /** Each payment: its day, the part used for late fees, and the sum paid toward the schedule before and after it. */
  readonly paid: readonly PaidWithLateFees[];
  /** Whether the interest of a payoff's day remains without the payoff, because a later payment took it. */
  readonly isPayoffDayKept: boolean;
}

export interface PaidWithLateFees {
  readonly on: string;
  readonly lateFees: bigint;
  readonly before: bigint;
  readonly towardSchedule: bigint;
}

/**
 * An independent check of a loan: what it owes on a day, from its terms and events alone, with separate arithmetic that
 * goes from day to day. It imports nothing from the product, so that it cannot share the product's mistakes.
 */
export function recomputed(counting: Counting, facts: readonly Fact[], on?: string): Recomputed {
  const without = counted(counting, facts, on, []);
  const kept: string[] = [];
  let found = without;
  for (let day = dayNeeded(facts, found, kept); day !== undefined; day = dayNeeded(facts, found, kept)) {
    kept.push(day);
    found = counted(counting, facts, on, kept);
  }
  return {
    ...found,
    isPayoffDayKept: found.accruedThrough !== without.accruedThrough || found.interest !== without.interest,
  };
}

/** The last of the days that only a payoff owes, before the first event that took too much and may have it. */
function dayNeeded(facts: readonly Fact[], { short }: Counted, kept: readonly string[]): string | undefined {
  for (const index of short) {
    const days = facts
      .slice(0, index + 1)
      .flatMap((fact) =>
        'on' in fact && fact.chargedTo !== undefined && fact.chargedTo > fact.on ? [fact.chargedTo] : [],
      )
      .filter((day) => !kept.includes(day));
    if (days.length > 0) return days.at(-1);
  }
  return undefined;
}

type Counted = Omit<Recomputed, 'isPayoffDayKept'> & {
  /** The events that took more than was owed: for interest, by more than the cent by which rounding may move it. */
  readonly short: readonly number[];
};

function counted(counting: Counting, facts: readonly Fact[], on: string | undefined, kept: readonly string[]): Counted {
  const short: number[] = [];
  const owed: Parts = { principal: 0n, interest: 0n, fees: 0n };
  const splits = new Map<string, Readonly<Parts>>();
  const unitsPerCent = 100_000_000n * yearOf(counting.dayCount);
  const millionthsCarried = counting.annualRateMillionths % 10_000 === 0 ? 10_000n : 1n;
  let units = 0n;
  const [first] = facts;
  let accruedThrough = first !== undefined && 'on' in first ? first.on : '';
  let isChargedOff = false;
  let loss: bigint | undefined;
  let towardSchedule = 0n;
  let lateFees = 0n;
  const paid: PaidWithLateFees[] = [];

  const accrueTo = (date: string): void => {
    if (isChargedOff || date <= accruedThrough) return;
    const before = units / unitsPerCent;
    units += owed.principal * BigInt(counting.annualRateMillionths) * weightOf(counting.dayCount, accruedThrough, date);
    owed.interest += units / unitsPerCent - before;
    accruedThrough = date;
  };

  for (const [index, fact] of facts.entries()) {
    if ('on' in fact)
      accrueTo(fact.chargedTo !== undefined && kept.includes(fact.chargedTo) ? fact.chargedTo : fact.on);
    switch (fact.kind) {
      case 'disbursement':
        owed.principal += fact.cents;
        break;
      case 'opening':
        owed.principal = fact.principal;
        owed.interest = fact.interest;
        owed.fees = fact.fees;
        // The purpose of the fees is not recorded.
        lateFees = fact.fees;
        towardSchedule = fact.towardSchedule;
        isChargedOff = fact.isChargedOff;
        break;
      case 'fee':
        owed.fees += fact.cents;
        break;
      case 'late_fee':
        owed.fees += fact.cents;
        lateFees += fact.cents;
        break;
      case 'waived_interest':
        owed.interest -= fact.cents;
        break;
      case 'waived_fees':
        owed.fees -= fact.cents;
        break;
      case 'adjustment':
        owed.principal += fact.principal;
        owed.interest += fact.interest;
        owed.fees += fact.fees;
        // No adjustment records the purpose of a fee.
        if (fact.fees > 0n) lateFees += fact.fees;
        break;
      case 'charge_off':
        loss = owed.principal + owed.interest + owed.fees;
        isChargedOff = true;
        break;
      case 'payment': {
        const split = take(owed, fact.cents, counting.applicationOrder);
        splits.set(fact.id, split);
        const before = towardSchedule;
        if (!isChargedOff) towardSchedule += split.principal + split.interest;
        const taken = split.fees < lateFees ? split.fees : lateFees;
        lateFees -= taken;
        paid.push({ on: accruedThrough, lateFees: taken, before, towardSchedule });
      }
    }
    if (owed.principal < 0n || owed.fees < 0n || owed.interest < -1n) short.push(index);
    if (owed.interest < 0n) owed.interest = 0n;
    if (owed.fees < lateFees) lateFees = owed.fees;
  }
  if (on !== undefined) accrueTo(on);
  return {
    ...owed,
    remainder: (units % unitsPerCent) / millionthsCarried,
    accruedThrough,
    towardSchedule,
    splits,
    loss,
    lateFees,
    paid,
    short,
  };
}

/** Applies a payment to the amounts owed, one component after the other. */
function take(owed: Parts, cash: bigint, order: string): Parts {
  const split: Parts = { principal: 0n, interest: 0n, fees: 0n };
  let left = cash;
  for (const part of order.split('_')) {
    if (part !== 'principal' && part !== 'interest' && part !== 'fees') throw new Error(`no component: ${part}`);
    split[part] = left < owed[part] ? left : owed[part];
    owed[part] -= split[part];
    left -= split[part];
  }
  // An overpayment would appear as a negative balance.
  owed.principal -= left;
  split.principal += left;
  return split;
}

/** A year in the unit of the day count. */
function yearOf(dayCount: string): bigint {
  if (dayCount === 'actual_365') return 365n;
  return dayCount === 'actual_actual' ? 365n * 366n : 360n;
}

const DAY_MS = 86_400_000;
const weights = new Map<string, bigint>();

/** The fraction of a year of each day. */
function weightOf(dayCount: string, from: string, to: string): bigint {
  const key = `${dayCount} ${from} ${to}`;
  const known = weights.get(key);
  if (known !== undefined) return known;
  let weight = 0n;
  for (let day = Date.parse(from); day < Date.parse(to); day += DAY_MS) weight += dayWeight(dayCount, new Date(day));
  weights.set(key, weight);
  return weight;
}

function dayWeight(dayCount: string, day: Date): bigint {
  const next = new Date(day.getTime() + DAY_MS);
  switch (dayCount) {
    case 'actual_actual':
      // A year has 29 February or it does not.
      return new Date(Date.UTC(day.getUTCFullYear(), 1, 29)).getUTCMonth() === 1 ? 365n : 366n;
    case 'thirty_360':
      if (next.getUTCDate() === 31) return 0n;
      // The days that February lacks are added when it ends.
      return next.getUTCMonth() === 2 && next.getUTCDate() === 1 ? BigInt(31 - day.getUTCDate()) : 1n;
    default:
      return 1n;
  }
}
