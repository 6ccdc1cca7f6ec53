import type { Random } from './random.js';

const FIRST = [
  'Ana',
  'Ben',
  'Carla',
  'Dmitri',
  'Elena',
  'Frank',
  'Grace',
  'Hugo',
  'Imani',
  'Jack',
  'Keiko',
  'Luis',
] as const;
const LAST = [
  'Abbott',
  'Boateng',
  'Castillo',
  'Dunn',
  'Edwards',
  'Fischer',
  'Garcia',
  'Huang',
  'Ivanov',
  'Johnson',
] as const;
const STREETS = ['Oak Street', 'Maple Avenue', 'Mill Road', 'Harbor Drive', 'Second Street', 'Chestnut Lane'] as const;
const PLACES = [
  { city: 'Dayton', state: 'OH', postal_code: '45402' },
  { city: 'Erie', state: 'PA', postal_code: '16501' },
  { city: 'Macon', state: 'GA', postal_code: '31201' },
  { city: 'Tulsa', state: 'OK', postal_code: '74103' },
  { city: 'Boise', state: 'ID', postal_code: '83702' },
] as const;

/** A fictional borrower; the email address is at example.com, and the telephone number is reserved for fiction. */
export function borrower(random: Random) {
  const first = random.oneOf(FIRST);
  const last = random.oneOf(LAST);
  return {
    display_name: `${first} ${last}`,
    email: `${first}.${last}`.toLowerCase().concat('@example.com'),
    phone: `+1202555${String(random.between(100, 199)).padStart(4, '0')}`,
  };
}

export function address(random: Random) {
  return {
    kind: 'billing',
    is_current: true,
    line1: `${random.between(10, 990)} ${random.oneOf(STREETS)}`,
    line2: random.chance(20) ? `Apt ${random.between(1, 40)}` : null,
    ...random.oneOf(PLACES),
    country: 'US',
  };
}
