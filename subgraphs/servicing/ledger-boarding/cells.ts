import { holdsCardNumber } from '../../../core/contract/card-text.js';
import { isCountry } from '../../../core/contract/countries.js';
import { type IsoDate, isIsoDate } from '../../../core/dates.js';
import { type Cents, cents } from '../../../core/money.js';

/** Why a cell cannot be taken; its text is not repeated. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What a column takes, and what the guide says of it. */
export interface Column<T> {
  readonly about: string;
  readonly isRequired: boolean;
  /** @param cell - without surrounding blanks; never empty. */
  read(cell: string): T | Wrong;
}

/** A column whose cell may be empty: null. */
export function may<T>(column: Column<T>): Column<T | null> {
  return { ...column, isRequired: false };
}

const CONTROL = /\p{Cc}|\p{Surrogate}/u;

export function words(maximum: number, about: string): Column<string> {
  return {
    about: `${about} At most ${maximum} characters.`,
    isRequired: true,
    read: (cell) => {
      if (cell.length > maximum) return new Wrong(`must have at most ${maximum} characters`);
      if (CONTROL.test(cell)) return new Wrong('must have no control characters');
      return holdsCardNumber(cell) ? new Wrong('must not hold a card’s number') : cell;
    },
  };
}

export function email(about: string): Column<string> {
  const plain = words(320, about);
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
  const whole = count(about, minimum, 1_000_000_000_000);
  return {
    ...whole,
    read: (cell) => {
      const amount = whole.read(cell);
      return amount instanceof Wrong ? amount : cents(amount);
    },
  };
}

export function count(about: string, minimum: number, maximum: number): Column<number> {
  return {
    about,
    isRequired: true,
    read: (cell) => {
      if (!/^-?\d{1,15}$/.test(cell)) return new Wrong('must be a whole number');
      const value = Number(cell);
      if (value < minimum) return new Wrong(`must be at least ${minimum}`);
      return value > maximum ? new Wrong(`must be at most ${maximum}`) : value;
    },
  };
}

/** Percent per year, as basis points. */
export function rate(about: string): Column<number> {
  return {
    about,
    isRequired: true,
    read: (cell) => {
      const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(cell) ?? [];
      if (whole === undefined) return new Wrong('must be percent per year, such as 18.25');
      return /^\d{0,2}0*$/.test(part)
        ? Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
        : new Wrong('must have at most two decimals');
    },
  };
}

export function oneOf<const W extends string>(options: readonly W[], about: string): Column<W> {
  return {
    about: `${about} One of ${options.map((option) => `\`${option}\``).join(', ')}.`,
    isRequired: true,
    read: (cell) => options.find((option) => option === cell) ?? new Wrong(`must be one of ${options.join(', ')}`),
  };
}
