/** The actor of the demo payments and schedules, in place of a key's prefix. */
export const DEMO_KEY = 'demo-data';
