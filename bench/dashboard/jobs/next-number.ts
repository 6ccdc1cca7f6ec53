let last = 0;

/** A number that no other job of this run has: for names, amounts and references. */
export function nextNumber(): number {
  last += 1;
  return last;
}
