/**
 * How often what is on the screen is read again: new payments, settled outcomes and failed runs appear by themselves. A tab that
 * nobody looks at asks nothing, and asks at once when it is looked at again.
 */
export const REFRESH_MS = 10_000;
