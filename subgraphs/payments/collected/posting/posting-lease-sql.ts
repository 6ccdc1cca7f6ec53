/**
 * SQL: the lease of a payment or a reversal. A worker of a version before references reads `lease_until` only, so it does
 * not look up, and does not fail, what it would look up under the wrong reference.
 */
export function leaseSql(row?: string): string {
  const of = row === undefined ? '' : `${row}.`;
  return `coalesce(${of}reference_lease_until, ${of}lease_until)`;
}
