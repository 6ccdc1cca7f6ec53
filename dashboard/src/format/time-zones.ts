/** The time zone of business days, and of times where lenders of several zones are shown together. */
export const BUSINESS_ZONE = 'America/New_York';

/** `Los Angeles` for `America/Los_Angeles`. */
export function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
