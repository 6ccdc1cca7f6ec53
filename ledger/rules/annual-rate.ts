/**
 * Percent per year, exactly: in whole basis points, or, for a finer rate (6.875 %), in millionths of a percent. One of
 * the two is null. Loans from versions without finer rates keep the units in which their interest is carried.
 */
export interface AnnualRate {
  readonly annualRateBps: number | null;
  readonly annualRateMillionths?: number | null;
}

/** Percent per year, less than 1,000, with up to six decimals; trailing zeros beyond those are allowed. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,6})0*)?$/;

/** A rate in decimal notation, `18.25`; undefined for anything else. */
export function annualRateOf(percent: string): AnnualRate | undefined {
  const [, whole, fraction = ''] = PERCENT.exec(percent) ?? [];
  if (whole === undefined) return undefined;
  const millionths = Number(`${whole}${fraction.padEnd(6, '0')}`);
  return millionths % MILLIONTHS_PER_BASIS_POINT === 0
    ? { annualRateBps: millionths / MILLIONTHS_PER_BASIS_POINT, annualRateMillionths: null }
    : { annualRateBps: null, annualRateMillionths: millionths };
}

const MILLIONTHS_PER_BASIS_POINT = 10_000;

/** A rate in the form used for calculation. */
export interface RateParts {
  readonly parts: bigint;
  /** The number of parts in a hundred percent: the divisor of a year's interest. */
  readonly partsOfWhole: bigint;
}

export function rateParts({ annualRateBps, annualRateMillionths = null }: AnnualRate): RateParts {
  if (annualRateBps !== null) return { parts: BigInt(annualRateBps), partsOfWhole: 10_000n };
  if (annualRateMillionths === null) throw new Error('a loan has a rate');
  return { parts: BigInt(annualRateMillionths), partsOfWhole: 100_000_000n };
}

/** Percent as text: at least this many decimals, and as many as the rate has. */
export function percentText(rate: AnnualRate, leastDecimals: number): string {
  const { parts, partsOfWhole } = rateParts(rate);
  const digits = String((parts * 100_000_000n) / partsOfWhole).padStart(7, '0');
  const decimals = digits.slice(-6).replace(new RegExp(`0{1,${6 - leastDecimals}}$`), '');
  return `${digits.slice(0, -6)}.${decimals}`;
}
