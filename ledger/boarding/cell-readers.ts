import type { z } from 'zod';
import { isCountry } from '../../core/contract/countries.js';
import { isRoundedNumber, ROUNDED_NUMBER } from '../../core/contract/spreadsheet-rounded-number.js';
import {
  type AccountIdentifier,
  accountIdentifier,
  type PlainText,
  plainLine,
  plainName,
  stagedName,
} from '../../core/contract/stored-text.js';
import { isSeparatedNumber, NO_SEPARATORS } from '../../core/files/separated-number.js';
import { type Cents, cents } from '../../core/money.js';
import { type IsoDate, isIsoDate } from '../../core/time/dates.js';
import { type AnnualRate, annualRateOf, rateParts } from '../rules/annual-rate.js';

/** Why a cell is refused, without its text. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The accepted values of a column, and its description in the guide. */
export interface Column<T> {
  readonly about: string;
  readonly isRequired: boolean;
  /** @param cell - without surrounding blanks; never empty. */
  read(cell: string): T | Wrong;
}

/** A column whose cell may be empty: null. */
export function optionalCell<T>(column: Column<T>): Column<T | null> {
  return { ...column, isRequired: false };
}

/** A name or other text on one line. It keeps the file's bytes, because the stored digests are calculated from them. */
export function words(maximum: number, about: string): Column<PlainText> {
  return checked(plainName({ maximum }).transform(stagedName), maximum, about);
}

/** A code or other text of visible characters only. */
export function line(maximum: number, about: string): Column<PlainText> {
  return checked(plainLine({ maximum }), maximum, about);
}

/** An account number, which may look like a card number. */
export function identifier(maximum: number, about: string): Column<AccountIdentifier> {
  return unrounded(checked(accountIdentifier({ maximum }), maximum, about));
}

/** An identifier of something other than an account. */
export function reference(maximum: number, about: string): Column<PlainText> {
  return unrounded(line(maximum, about));
}

function unrounded<T>(column: Column<T>): Column<T> {
  return { ...column, read: (cell) => (isRoundedNumber(cell) ? new Wrong(ROUNDED_NUMBER) : column.read(cell)) };
}

function checked<S extends z.ZodType>(schema: S, maximum: number, about: string): Column<z.output<S>> {
  return {
    about: `${about} At most ${maximum} characters.`,
    isRequired: true,
    read: (cell) => {
      const { data, error } = schema.safeParse(cell);
      if (data !== undefined) return data;
      const [problem] = error?.issues ?? [];
      return new Wrong(problem?.code === 'custom' ? problem.message : refusal(problem?.code, maximum));
    },
  };
}

/** Wording for the problems of a file, which name no schema. */
function refusal(code: string | undefined, maximum: number): string {
  return code === 'too_big' ? `must have at most ${maximum} characters` : 'must be text in Unicode';
}

export function email(about: string): Column<PlainText> {
  const plain = line(320, about);
  return {
    ...plain,
    read: (cell) => (/^[^\s@]+@[^\s@]+$/.test(cell) ? plain.read(cell) : new Wrong('must be an email address')),
  };
}

export function country(about: string): Column<string> {
  return {
    about,
    isRequired: true,
    read: (cell) => (isCountry(cell) ? cell : new Wrong('must be a country’s code of two letters (ISO 3166-1)')),
  };
}

export function date(about: string): Column<IsoDate> {
  return {
    about,
    isRequired: true,
    read: (cell) => (isIsoDate(cell) ? cell : new Wrong('must be a date, YYYY-MM-DD')),
  };
}

export function money(about: string, minimum = 0): Column<Cents> {
  const whole = count(about, minimum, 1_000_000_000_000, 'whole cents');
  return {
    ...whole,
    read: (cell) => {
      const amount = whole.read(cell);
      return amount instanceof Wrong ? amount : cents(amount);
    },
  };
}

export function count(about: string, minimum: number, maximum: number, what = 'a whole number'): Column<number> {
  return {
    about,
    isRequired: true,
    read: (cell) => {
      if (!/^-?\d{1,15}$/.test(cell)) {
        return new Wrong(isSeparatedNumber(cell) ? `must be ${what} ${NO_SEPARATORS}` : `must be ${what}`);
      }
      const value = Number(cell);
      if (value < minimum) return new Wrong(`must be at least ${minimum}`);
      return value > maximum ? new Wrong(`must be at most ${maximum}`) : value;
    },
  };
}

/** Percent per year, 100 at most. */
export function rate(about: string): Column<AnnualRate> {
  return {
    about,
    isRequired: true,
    read: (cell) => {
      const read = annualRateOf(cell);
      if (read === undefined) return new Wrong('must be percent per year, with at most six decimals, such as 18.25');
      return isAbove100(read) ? new Wrong('must be at most 100 percent per year') : read;
    },
  };
}

function isAbove100(read: AnnualRate): boolean {
  const { parts, partsOfWhole } = rateParts(read);
  return parts > partsOfWhole;
}

export function oneOf<const W extends string>(options: readonly W[], about: string): Column<W> {
  return {
    about: `${about} One of ${options.map((option) => `\`${option}\``).join(', ')}.`,
    isRequired: true,
    read: (cell) => options.find((option) => option === cell) ?? new Wrong(`must be one of ${options.join(', ')}`),
  };
}
