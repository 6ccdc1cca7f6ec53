import { columns } from '../../../../core/db/columns.js';
import { assigned } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

const RUN_KEY = { id: 'AutopayRun.id', organizationId: 'AutopayRun.organizationId' } as const;

/** Moves the next try of a run that waits for one. No event: its status does not change. */
export const tryOn = statement({
  name: 'autopay_run.try_on',
  takes: { ...RUN_KEY, nextTryOn: 'AutopayRun.nextTryOn' },
  text: ({ p, scope }) => `
    update autopay_run set ${assigned('AutopayRun', { nextTryOn: p.nextTryOn })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'retrying'`,
});

/** Another run of the account that was sent, may have been charged, or waits for a decision whether to charge. */
export const otherOpenRun = statement({
  name: 'autopay_run.other_open',
  takes: { ...RUN_KEY, accountId: 'AutopayRun.accountId' },
  gives: columns('AutopayRun', 'r', ['id']),
  text: ({ p, scope }) => `
    select r.id from autopay_run r
     where r.organization_id = ${p.organizationId} and r.account_id = ${p.accountId} and ${scope('r.organization_id')}
       and r.id <> ${p.id} and r.status in ('charging', 'charged', 'posting', 'refunding', 'held')
     limit 1`,
});
