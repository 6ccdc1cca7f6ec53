/* Prisma returns long integers as `bigint`, and dates as `Date`. JSON writes instants as the contract does. */

export function numberOf(value: bigint): number;
export function numberOf(value: bigint | null): number | null;
export function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

export function dateOf(value: Date | null): string | null {
  return value === null ? null : value.toISOString().slice(0, 10);
}
