import { type AccountFlagKind, FLAG_STOPS, type FlagStop } from '../../../../core/contract/account-flag.js';
import { columns } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';

const RULE = columns('AccountFlagRule', 'account_flag_rule', [
  'kind',
  'stopsCharges',
  'stopsMarketing',
  'stopsCollectionContact',
  'stopsRequiredNotices',
  'changedBy',
  'changedAt',
]);

const FIELDS = {
  charges: 'stopsCharges',
  marketing: 'stopsMarketing',
  collection_contact: 'stopsCollectionContact',
  required_notices: 'stopsRequiredNotices',
} as const satisfies Readonly<Record<FlagStop, string>>;

export interface ChangedFlagRule {
  readonly kind: AccountFlagKind;
  readonly stops: readonly FlagStop[];
  readonly changedBy: string;
  readonly changedAt: string;
}

/** The rules that an admin has changed. */
export async function flagRulesOf(
  { accountFlagRule }: ScopedModels,
  organizationId: string,
): Promise<readonly ChangedFlagRule[]> {
  const found = await accountFlagRule.findMany({ select: selected(RULE), where: { organizationId } });
  return found.map((row) => {
    const { kind, changedBy, changedAt, ...stopping } = rowOf(RULE, row);
    return { kind, changedBy, changedAt, stops: FLAG_STOPS.filter((each) => stopping[FIELDS[each]]) };
  });
}

/** Requires the organization's lock. */
export async function writeFlagRule(
  { accountFlagRule }: ScopedModels,
  { organizationId, kind, stops, ...changed }: ChangedFlagRule & { readonly organizationId: string },
): Promise<void> {
  const stored = {
    stopsCharges: stops.includes('charges'),
    stopsMarketing: stops.includes('marketing'),
    stopsCollectionContact: stops.includes('collection_contact'),
    stopsRequiredNotices: stops.includes('required_notices'),
    ...changed,
  };
  const key = { organizationId, kind };
  await accountFlagRule.upsert({
    select: { kind: true },
    where: { organizationId_kind: key },
    create: { ...key, ...stored },
    update: stored,
  });
}
