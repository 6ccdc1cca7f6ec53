/**
 * @apollo/gateway 2.14 reports to its vendor from every process that creates a gateway, and asks cloud metadata
 * services where it runs. A lender's process must contact only addresses that its operator configured. This variable,
 * which the library reads when a gateway is created, is its only switch.
 */
export function disableLibraryTelemetry(): void {
  process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
}
