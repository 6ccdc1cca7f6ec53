import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../../core/time/clock.js';
import { type IsoDate, isoDate } from '../../../core/time/dates.js';
import type { Reached } from '../../../loan-model/port.js';
import type { MambuApi } from './api.js';
import { organizationShape } from './response-schemas.js';

const KEPT_MS = 3_600_000;

/** The current date in the organization's time zone. */
export interface OrganizationTime {
  readonly today: IsoDate;
  /** With the organization's offset, as Mambu writes it. */
  readonly text: string;
  /** The same time on another day, in the same format. */
  on(day: IsoDate): string;
}

/**
 * Mambu books a posting without a date at the current time in the organization's time zone, on any day of the week:
 * that date is its business day. The zone is read once an hour.
 */
export class Organization {
  readonly #api: MambuApi;
  readonly #clock: Clock;
  #known: { readonly timeZone: string; readonly until: number } | undefined;

  constructor(api: MambuApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  async time(): Promise<Reached<OrganizationTime>> {
    const timeZone = await this.#timeZone();
    if (timeZone === undefined) return { kind: 'unavailable' };
    const now = this.#clock.now().toZonedDateTimeISO(timeZone);
    const on = (day: IsoDate) =>
      written(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: now.toPlainTime() }));
    return { kind: 'answered', value: { today: isoDate(now.toPlainDate()), text: written(now), on } };
  }

  async #timeZone(): Promise<string | undefined> {
    const now = this.#clock.now().epochMilliseconds;
    if (this.#known !== undefined && now < this.#known.until) return this.#known.timeZone;
    const request = { method: 'GET', path: '/setup/organization' } as const;
    const read = await this.#api.read(
      request,
      organizationShape.refine(({ timeZoneID }) => isTimeZone(timeZoneID)),
    );
    if (read.kind === 'unavailable' || read.value === 'absent') return undefined;
    const timeZone = read.value.content.timeZoneID;
    this.#known = { timeZone, until: now + KEPT_MS };
    return timeZone;
  }
}

function written(moment: Temporal.ZonedDateTime): string {
  return moment.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
