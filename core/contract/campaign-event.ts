import { z } from 'zod';
import { type IsoInstant, isIsoDate, isoInstantOf } from '../time/dates.js';
import { plainLine, plainName } from './stored-text.js';

/** What a recipient did, or how delivery ended. */
export const CAMPAIGN_EVENT_TYPES = ['open', 'click', 'bounce', 'unsubscribe'] as const;
export type CampaignEventType = (typeof CAMPAIGN_EVENT_TYPES)[number];

/** Includes spam complaints, which are not stored but suppress the address. */
export const EMAIL_EVENT_TYPES = [...CAMPAIGN_EVENT_TYPES, 'complaint'] as const;
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

export const BOUNCE_TYPES = ['hard', 'soft'] as const;
export type CampaignBounceType = (typeof BOUNCE_TYPES)[number];

/** The email providers that are supported. */
export const EMAIL_PROVIDERS = ['sendgrid', 'mailgun', 'postmark', 'generic'] as const;
export type EmailProviderCode = (typeof EMAIL_PROVIDERS)[number];

/** Only this list has numbered pages; the contract requires them. */
export const EVENT_PAGE = { minimum: 1, maximum: 2_147_483_647, fallback: 1 } as const;
export const EVENT_PAGE_SIZE = { minimum: 1, maximum: 200, fallback: 50 } as const;

/** An instant in a request: a date, which means 00:00 UTC, or a date-time with its offset (RFC 3339). */
export const instantText = z
  .string()
  .transform((value, context): IsoInstant => {
    const instant = isIsoDate(value) ? isoInstantOf(`${value}T00:00:00Z`) : isoInstantOf(value);
    if (instant !== undefined) return instant;
    context.issues.push({ code: 'invalid_format', format: 'date_or_datetime', input: value });
    return z.NEVER;
  })
  // Generated clients have no type for either form.
  .meta({ format: 'date-time' });

const IDENTIFIER_LENGTH = 255;
const MOST_IDENTIFIERS = 50;

const name = plainName({ minimum: 1, maximum: 200 });
/** The identifier of a campaign that its provider puts on events. */
export const campaignIdentifier = plainLine({ minimum: 1, maximum: IDENTIFIER_LENGTH });
const identifiers = z.array(campaignIdentifier).min(1).max(MOST_IDENTIFIERS);

/** Body of register-campaign. */
export const registerCampaignBody = z.strictObject({
  workspace_id: z.string(),
  name,
  provider: z.enum(EMAIL_PROVIDERS),
  identifiers,
});

export type RegisterCampaignBody = z.output<typeof registerCampaignBody>;

/** Body of update-campaign; fields that are left out stay. */
export const updateCampaignBody = z.strictObject({ name: name.nullish(), identifiers: identifiers.nullish() });

interface Between {
  readonly date_from?: IsoInstant | null | undefined;
  readonly date_to?: IsoInstant | null | undefined;
}

/** Refuses a range that cannot contain events. */
export function refuseReversedRange({ date_from: after, date_to: before }: Between, context: z.RefinementCtx): void {
  if (typeof after !== 'string' || typeof before !== 'string' || after <= before) return;
  context.addIssue({ code: 'custom', path: ['date_to'], message: 'date_to must not be earlier than date_from' });
}

interface PageOrCursor {
  readonly page?: number | null | undefined;
  readonly cursor?: string | null | undefined;
}

/** A cursor determines its page. No page number means the first page, so `page=1` is the same as none. */
export function refusePageAndCursor({ page, cursor }: PageOrCursor, context: z.RefinementCtx): void {
  if (typeof cursor !== 'string' || typeof page !== 'number' || page === EVENT_PAGE.fallback) return;
  context.addIssue({ code: 'custom', path: ['page'], message: 'page and cursor must not both be given' });
}
