import { InvalidArgumentError } from 'commander';
import { EMAIL_PROVIDERS } from '../core/contract/campaign-event.js';
import { FILE_CHARSETS } from '../core/files/charset.js';
import { isIsoDate } from '../core/time/dates.js';
import { option } from './options.js';

/** The Idempotency-Key of a write. */
export const keyOption = option(
  '--key <key>',
  'the Idempotency-Key: a repeated command with the same key runs only once',
  { as: 'idempotencyKey' },
);

/** The organization that a command acts on. */
export function organizationOption(description: string) {
  return option('--organization <id>', description, { as: 'organizationId', required: true });
}

/** The organization that limits a list. */
export function onlyOrganization(description: string) {
  return option('--organization <id>', description, { as: 'organizationId' });
}

/** The charset of a file that a command reads. */
export const encodingOption = option('--encoding <charset>', 'the charset in which the file was saved', {
  choices: FILE_CHARSETS,
  byDefault: 'utf-8',
});

export function emailProviderOption(description: string) {
  return option('--provider <code>', description, { choices: EMAIL_PROVIDERS, required: true });
}

/** The file that a command writes. */
export const outOption = option('--out <file>', 'file to write; an existing file is not overwritten', {
  required: true,
});

/** Parses a value. `read` returns undefined for a text that is not one: then the command ends with the sentence. */
export function checked<T>(read: (text: string) => T | undefined, sentence: string): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(sentence);
    return value;
  };
}

const numberLike = (pattern: RegExp, sentence = 'It must be a whole number.') =>
  checked((text) => (pattern.test(text) ? Number(text) : undefined), sentence);

export const whole = numberLike(/^\d{1,15}$/);
/** Cents, or another number that may be negative. */
export const signed = numberLike(/^-?\d{1,15}$/);
export const days = numberLike(/^\d+$/, 'Not a whole number.');

export function numberThat(fits: (value: number) => boolean, sentence: string): (text: string) => number {
  return checked((text) => (fits(Number(text)) ? Number(text) : undefined), sentence);
}

export const day = checked((text) => (isIsoDate(text) ? text : undefined), 'a day must be a calendar date, YYYY-MM-DD');

/** One of these words, as an argument. */
export function oneOf<W extends string>(words: readonly W[]): (text: string) => W {
  return checked((text) => words.find((word) => word === text), `it must be one of: ${words.join(', ')}`);
}
