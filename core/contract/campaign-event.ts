import { z } from 'zod';
import { type IsoInstant, isIsoDate, isoInstantOf } from '../time/dates.js';
import { plainLine, plainName } from './stored-text.js';

/** What a recipient did, or what became of the mail. */
export const CAMPAIGN_EVENT_TYPES = ['open', 'click', 'bounce', 'unsubscribe'] as const;
export type CampaignEventType = (typeof CAMPAIGN_EVENT_TYPES)[number];

/** With complaints of spam, which are not stored, but suppress the address. */
export const EMAIL_EVENT_TYPES = [...CAMPAIGN_EVENT_TYPES, 'complaint'] as const;
export type EmailEventType = (typeof EMAIL_EVENT_TYPES)[number];

export const BOUNCE_TYPES = ['hard', 'soft'] as const;
export type CampaignBounceType = (typeof BOUNCE_TYPES)[number];

/** The email providers that campaigns are run with. */
export const EMAIL_PROVIDERS = ['sendgrid', 'mailgun', 'postmark', 'generic'] as const;
export type EmailProviderCode = (typeof EMAIL_PROVIDERS)[number];

/** Numbered pages are the contract of this one list. */
export const EVENT_PAGE = { minimum: 1, maximum: 2_147_483_647, fallback: 1 } as const;
export const EVENT_PAGE_SIZE = { minimum: 1, maximum: 200, fallback: 50 } as const;

/** An instant as a client sends it: a date, which means 00:00 UTC, or a date-time with its offset (RFC 3339). */
export const instantText = z
  .string()
  .transform((value, context): IsoInstant => {
    const instant = isIsoDate(value) ? isoInstantOf(`${value}T00:00:00Z`) : isoInstantOf(value);
    if (instant !== undefined) return instant;
    context.issues.push({ code: 'invalid_format', format: 'date_or_datetime', input: value });
    return z.NEVER;
  })
  // Generated clients have no type for one or the other.
  .meta({ format: 'date-time' });

const IDENTIFIER_LENGTH = 255;
const MOST_IDENTIFIERS = 50;

const name = plainName({ minimum: 1, maximum: 200 });
/** Of a campaign, as its provider writes it on events. */
export const campaignIdentifier = plainLine({ minimum: 1, maximum: IDENTIFIER_LENGTH });
const identifiers = z.array(campaignIdentifier).min(1).max(MOST_IDENTIFIERS);

/** What registers a campaign. */
export const registerCampaignBody = z.strictObject({
  workspace_id: z.string(),
  name,
  provider: z.enum(EMAIL_PROVIDERS),
  identifiers,
});

export type RegisterCampaignBody = z.output<typeof registerCampaignBody>;

/** What changes one; what is left out stays. */
export const updateCampaignBody = z.strictObject({ name: name.nullish(), identifiers: identifiers.nullish() });

interface Between {
  readonly date_from?: IsoInstant | null | undefined;
  readonly date_to?: IsoInstant | null | undefined;
}

/** Refuses what can have no events in it. */
export function refuseBackwards({ date_from: after, date_to: before }: Between, context: z.RefinementCtx): void {
  if (typeof after !== 'string' || typeof before !== 'string' || after <= before) return;
  context.addIssue({ code: 'custom', path: ['date_to'], message: 'date_to must not be earlier than date_from' });
}

interface PageOrCursor {
  readonly page?: number | null | undefined;
  readonly cursor?: string | null | undefined;
}

/** A cursor says where its page begins. Without a page number the first page is meant, so `page=1` cannot be told from none. */
export function refusePageAndCursor({ page, cursor }: PageOrCursor, context: z.RefinementCtx): void {
  if (typeof cursor !== 'string' || typeof page !== 'number' || page === EVENT_PAGE.fallback) return;
  context.addIssue({ code: 'custom', path: ['page'], message: 'page and cursor must not both be given' });
}
