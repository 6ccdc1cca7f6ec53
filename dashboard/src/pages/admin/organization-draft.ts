import { BUSINESS_ZONE, placeOf } from '../../format/time-zones';
import type { CreateOrganizationInput, OrganizationsPageQuery, UpdateOrganizationInput } from '../../generated/graphql';

export type Organization = OrganizationsPageQuery['organizations']['items'][number];

/** What is typed for a lender. */
export interface OrganizationDraft {
  readonly displayName: string;
  readonly legalName: string;
  readonly dbaName: string;
  readonly timeZone: string;
  readonly isSandbox: boolean;
  readonly isActive: boolean;
  readonly pausesAutopayAfterChargeOff: boolean;
}

/** The time zones of the United States; a lender may have another one. */
const ZONES = [
  BUSINESS_ZONE,
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];

export function zoneChoices(chosen: string) {
  return [...new Set([...ZONES, chosen])].map((id) => ({ id, text: placeOf(id) }));
}

export const KIND_CHOICES = [
  { id: 'lender', text: 'Lender' },
  { id: 'sandbox', text: 'Sandbox' },
];
export const STATE_CHOICES = [
  { id: 'active', text: 'Active' },
  { id: 'inactive', text: 'Inactive' },
];
export const AUTOPAY_CHOICES = [
  { id: 'pauses', text: 'Pauses' },
  { id: 'continues', text: 'Continues' },
];

export function draftOf(organization: Organization | undefined): OrganizationDraft {
  const { displayName = '', legalName = '', dbaName = '', timeZone = BUSINESS_ZONE } = organization ?? {};
  return {
    ...{ displayName, legalName, dbaName, timeZone },
    isSandbox: organization?.isSandbox ?? false,
    isActive: organization?.isActive ?? true,
    pausesAutopayAfterChargeOff: organization?.pausesAutopayAfterChargeOff ?? true,
  };
}

export function creationOf({ isSandbox, isActive: _, ...draft }: OrganizationDraft): CreateOrganizationInput {
  const { displayName, legalName, dbaName } = trimmed(draft);
  return { ...draft, displayName, legalName, dbaName: dbaName === '' ? null : dbaName, sandbox: isSandbox };
}

/** Only the changed fields, so that another administrator’s changes of other fields are kept. Undefined: none. */
export function changeOf(before: Organization, draft: OrganizationDraft): UpdateOrganizationInput | undefined {
  const { timeZone, isActive, pausesAutopayAfterChargeOff } = draft;
  const wanted = { ...trimmed(draft), timeZone, isActive, pausesAutopayAfterChargeOff };
  const known: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(wanted).filter(([name, value]) => known[name] !== value);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

type Names = Pick<OrganizationDraft, 'displayName' | 'legalName' | 'dbaName'>;

function trimmed({ displayName, legalName, dbaName }: Names): Names {
  return { displayName: displayName.trim(), legalName: legalName.trim(), dbaName: dbaName.trim() };
}

/** What is missing, in words; undefined: nothing. The trading name of a new lender is optional. */
export function missingIn({ displayName, legalName, dbaName }: Names, isNew: boolean) {
  return {
    displayName: displayName.trim() === '' ? 'Please enter the name.' : undefined,
    legalName: legalName.trim() === '' ? 'Please enter the legal name.' : undefined,
    dbaName: !isNew && dbaName.trim() === '' ? 'Please enter the trading name.' : undefined,
  };
}
