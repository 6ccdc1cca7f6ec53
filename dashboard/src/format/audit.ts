import { day, instant } from './dates';
import { dollars } from './money';
import { statusText } from './statuses';

/** One field of an audited object, as it was before an act or after it. */
export interface AuditedField {
  /** The path of names, which is unique. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

const DEEPEST = 3;

/** The fields of an object, with those of objects inside it. */
export function auditedFields(state: object | null | undefined, above: readonly string[] = []): AuditedField[] {
  return Object.entries(state ?? {}).flatMap(([key, value]) => {
    const names = [...above, key];
    if (isPlainObject(value) && names.length < DEEPEST) return auditedFields(value, names);
    return [{ path: names.join('.'), name: names.map(fieldName).join(', '), value }];
  });
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `amount_cents`: Amount; `account_id`: Account ID. An id as a name stays as it is. */
function fieldName(name: string): string {
  if (/^[0-9A-Z]{26}$/.test(name)) return name;
  return statusText(name.replace(/_cents$/, '')).replace(/\bids?$/, (id) => `ID${id.slice(2)}`);
}

/** `autopay_schedule.update`: Autopay schedule: update. */
export function auditAction(action: string): string {
  const [object = '', ...acts] = action.split('.');
  const words = [
    statusText(object)
      .replace(/^Api /, 'API ')
      .replace(/^Tie out/, 'Tie-out'),
    ...acts.map((act) => act.replaceAll('_', ' ')),
  ];
  return words.join(': ');
}

/** A value in words: amounts in dollars, instants in the time zone. */
export function auditedValue({ path, value }: AuditedField, timeZone: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return path.endsWith('_cents') ? dollars(value) : String(value);
  if (Array.isArray(value))
    return value.map((each) => auditedValue({ path, name: '', value: each }, timeZone)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return textValue(String(value), timeZone);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Contact data is recorded as a digest: key, salt and HMAC. */
const DIGEST = /^[0-9a-f]{16}\.[0-9a-f]{16}\.[0-9a-f]{64}$/;

function textValue(text: string, timeZone: string): string {
  if (INSTANT.test(text)) return instant(text, timeZone);
  if (DAY.test(text)) return day(text);
  return DIGEST.test(text) ? 'Recorded as a digest' : text;
}
