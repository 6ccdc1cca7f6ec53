import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../../core/time/clock.js';
import { daysBetween, type IsoDate, type IsoInstant, isoDate, isoInstant } from '../../../core/time/dates.js';
import type { Reached, Unavailable } from '../../../loan-model/port.js';
import { concerningSystem, type FineractApi } from './fineract-api.js';
import { loanIds, payoffTemplate } from './response-schemas.js';
import type { FineractSettings } from './settings.js';

/** Fineract's error code for an unknown loan. */
export const NO_LOAN = /^error\.msg\.loan\.id\.invalid$/;
/** A loan whose template fails must not hide the business day of the whole system. */
const LOANS_TRIED = 3;

/** The day on which Fineract posts now, in every state of its business-date feature. */
export interface BusinessDays {
  /** As Fineract reports it. @param loanId - the loan to request it for; without it, any loan. */
  reported(loanId?: string): Promise<Reached<IsoDate>>;
  /** The same for a posting or a quote: unavailable, with the problem, if it is too far from the tenant's own day. */
  plausible(loanId?: string): Promise<Reached<IsoDate>>;
  /** Unavailable, with the problem, if the day is too far from the tenant's own day. */
  checked(day: IsoDate): Reached<IsoDate>;
}

interface BusinessDayParts {
  readonly api: FineractApi;
  readonly clock: Clock;
  readonly settings: FineractSettings;
}

/**
 * Read from `date` of a loan's prepayment template, of whatever status the loan is. The business date itself would need
 * a permission of its own, and Fineract returns its row even while the feature is switched off.
 */
export function createBusinessDays({ api, clock, settings }: BusinessDayParts): BusinessDays {
  let lastLoan: string | undefined;
  const { 'time-zone': timeZone, 'business-day-tolerance': mostDays } = settings;
  const ownDay = () => isoDate(clock.now().toZonedDateTimeISO(timeZone).toPlainDate());

  const ofLoan = async (loanId: string): Promise<Reached<IsoDate | 'absent'>> => {
    const path = ['loans', loanId, 'transactions', 'template'];
    const read = await api.read({ path, query: { command: 'prepayLoan' }, schema: payoffTemplate, absence: NO_LOAN });
    if (read.kind === 'unavailable') return read;
    if (read.value === 'absent') return { kind: 'answered', value: 'absent' };
    const { date } = read.value;
    if (date === undefined || date === null) return { kind: 'unavailable' };
    lastLoan = loanId;
    return { kind: 'answered', value: date };
  };

  /** Without any loan there is nothing to post to, and no better answer than the tenant's own date. */
  const ofAnyLoan = async (): Promise<Reached<IsoDate>> => {
    const query = { limit: LOANS_TRIED, orderBy: 'id', sortOrder: 'DESC' };
    const listed = await api.read({ path: ['loans'], query, schema: loanIds });
    // A failure here concerns the whole system, not one loan.
    if (listed.kind === 'unavailable') return concerningSystem(listed);
    const loans = listed.value === 'absent' ? [] : (listed.value.pageItems ?? []);
    if (loans.length === 0) return { kind: 'answered', value: ownDay() };
    let last: Unavailable = { kind: 'unavailable' };
    for (const { id } of loans) {
      const read = await ofLoan(String(id));
      if (read.kind === 'unavailable') last = concerningSystem(read);
      else if (read.value !== 'absent') return { kind: 'answered', value: read.value };
      if (read.kind === 'unavailable' && !read.isWell) break;
    }
    return last;
  };

  const reported = async (loanId: string | undefined = lastLoan): Promise<Reached<IsoDate>> => {
    if (loanId === undefined) return ofAnyLoan();
    const read = await ofLoan(loanId);
    if (read.kind === 'answered' && read.value !== 'absent') return { kind: 'answered', value: read.value };
    if (read.kind === 'unavailable' && !read.isWell) return read;
    lastLoan = undefined;
    return ofAnyLoan();
  };

  const checked = (day: IsoDate): Reached<IsoDate> => {
    if (Math.abs(daysBetween(ownDay(), day)) <= mostDays) return { kind: 'answered', value: day };
    const problem = `the loan system’s business date is ${day}, more than ${mostDays} days away from the date in ${timeZone}: no payment is posted`;
    return { kind: 'unavailable', isWell: true, mayPass: true, problem };
  };

  return {
    reported,
    checked,
    plausible: async (loanId) => {
      const day = await reported(loanId);
      return day.kind === 'unavailable' ? day : checked(day.value);
    },
  };
}

/**
 * Fineract reports dates, not times. Each date becomes the start of that day in the tenant's zone, so that every
 * reading gives the same instant.
 */
export function startOf(day: IsoDate, timeZone: string): IsoInstant {
  return isoInstant(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant());
}
