import { isOfABrand } from '../cards/card-number.js';
import { hasDigitsEnough, withoutCardNumbers } from '../cards/card-numbers-in-text.js';

/**
 * Masks possible card numbers in a log line. References, keys and check numbers are accepted even if they hold one, and
 * an error may quote a request. Lines without enough digits, nearly all of them, are not searched.
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
