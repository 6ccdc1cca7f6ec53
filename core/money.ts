/** Integer cents of US dollars, within ±(2^53 − 1). The only representation of money in the code. */
export type Cents = number & { readonly __unit: 'cents' };

/** @throws {RangeError} when the number is not a safe integer: money is never rounded silently. */
export function cents(value: number): Cents {
  if (!isCents(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return value;
}

function isCents(value: number): value is Cents {
  return Number.isSafeInteger(value);
}
