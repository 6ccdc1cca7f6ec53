/**
 * How often the visible data is read again, so that new payments, outcomes and failed runs appear by themselves. A
 * hidden tab sends no requests; it refreshes as soon as it is visible again.
 */
export const REFRESH_MS = 10_000;
