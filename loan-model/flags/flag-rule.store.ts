import { type AccountFlagKind, FLAG_STOPS, type FlagStop } from '../../core/contract/account-flag.js';
import { columns } from '../../core/db/columns.js';
import { inserted, overwritten, sameNamed, sql } from '../../core/db/insert-sql.js';
import type { ScopedModels } from '../../core/db/prisma.js';
import { rowOf, selected } from '../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../core/db/statement.js';

const STOPS = ['stopsCharges', 'stopsMarketing', 'stopsCollectionContact', 'stopsRequiredNotices'] as const;

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
export const writeFlagRule = statement({
  name: 'account_flag_rule.write',
  takes: {
    organizationId: 'AccountFlagRule.organizationId',
    kind: 'AccountFlagRule.kind',
    stopsCharges: 'AccountFlagRule.stopsCharges',
    stopsMarketing: 'AccountFlagRule.stopsMarketing',
    stopsCollectionContact: 'AccountFlagRule.stopsCollectionContact',
    stopsRequiredNotices: 'AccountFlagRule.stopsRequiredNotices',
    changedBy: 'AccountFlagRule.changedBy',
    changedAt: 'AccountFlagRule.changedAt',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('AccountFlagRule', {
      organizationId: sql('o.id'),
      ...sameNamed(p, ['kind', 'changedBy', 'changedAt', ...STOPS]),
    });
    return `
    insert into ${into} select ${values} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, kind) do update set ${overwritten('AccountFlagRule', ['changedBy', 'changedAt', ...STOPS])}`;
  },
});

/** The columns of a rule. */
export function stopColumns(stops: readonly FlagStop[]) {
  return {
    stopsCharges: stops.includes('charges'),
    stopsMarketing: stops.includes('marketing'),
    stopsCollectionContact: stops.includes('collection_contact'),
    stopsRequiredNotices: stops.includes('required_notices'),
  };
}
