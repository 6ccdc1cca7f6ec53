import { isOfABrand } from '../cards/card-number.js';
import { hasDigitsEnough, withoutCardNumbers } from '../cards/card-text.js';

/**
 * A line of the log without numbers that might be cards': a reference, a key or a check's number is taken with one in it, and an
 * error may quote what was sent. Lines without digits enough, nearly all, are not looked into.
 */
export function maskedLine(line: string): string {
  if (!hasDigitsEnough(line)) return line;
  try {
    return `${JSON.stringify(masked(JSON.parse(line)))}\n`;
  } catch {
    return withoutCardNumbers(line);
  }
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return withoutCardNumbers(value);
  if (typeof value === 'number') return isOfABrand(String(value)) ? withoutCardNumbers(String(value)) : value;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [withoutCardNumbers(name), masked(member)]));
}
