const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const DAILY = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' });
const DATE = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** `$12,345.67` */
export function dollars(cents: number): string {
  return DOLLARS.format(cents / 100);
}

/** `$4.8635`, for display; `exactPerDiem` is in cents. */
export function dailyDollars(perDiemCents: number, exactPerDiem: string | null): string {
  return DAILY.format(Number(exactPerDiem ?? perDiemCents) / 100);
}

/** `Monday, November 23, 2026` */
export function fullDay(date: string): string {
  return DAY.format(new Date(date));
}

/** `November 23, 2026` */
export function longDate(date: string): string {
  return DATE.format(new Date(date));
}
