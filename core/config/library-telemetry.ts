/**
 * @apollo/gateway 2.14 reports to its vendor from every process that makes a gateway, and asks cloud metadata services where it
 * runs. A lender's process talks to nobody that its operator did not name; the library knows no option for it but this
 * variable, which it reads when a gateway is made.
 */
export function disableLibraryTelemetry(): void {
  process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
}
