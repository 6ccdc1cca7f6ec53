/** Who recorded the demo payments and made the demo schedules, where else the prefix of a key stands. */
export const DEMO_KEY = 'demo-data';
