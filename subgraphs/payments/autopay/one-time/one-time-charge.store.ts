import { columns, typesOf } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

const KEY = { id: 'AutopaySchedule.id', organizationId: 'AutopaySchedule.organizationId' } as const;

/**
 * The plan of a one-time charge: a schedule with one date, which has ended. No job finds it due, no list shows it, and
 * a process of an earlier version sends nothing for it: it gives the run up, because the schedule is expired.
 */
export const insertOneTimePlan = statement({
  name: 'autopay_schedule.insert_one_time',
  takes: {
    ...KEY,
    ...typesOf('AutopaySchedule', ['accountId', 'paymentMethodId', 'amountCents', 'startDate', 'nextRunDate']),
    ...typesOf('AutopaySchedule', ['createdBy', 'authorizedBy', 'authorizedOn', 'authorizationMethod']),
  },
  gives: columns('AutopaySchedule', 's', ['id']),
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'AutopaySchedule',
      {
        id: p.id,
        organizationId: sql('a.organization_id'),
        accountId: sql('a.id'),
        ...sameNamed(p, ['paymentMethodId', 'amountCents', 'startDate', 'nextRunDate']),
        frequencyUnit: sql(`'day'::frequency_unit`),
        frequencyInterval: sql('1'),
        endDate: p.startDate,
        ...leftOut('anchorDay', 'chargeOffSeenOn', 'pauseReason', 'possibleDuplicateOf'),
        status: sql(`'expired'::autopay_status`),
        createdBy: p.createdBy,
        createdAt: LEFT_OUT,
        eventSequence: LEFT_OUT,
        isOneTime: sql('true'),
        ...sameNamed(p, ['authorizedBy', 'authorizedOn', 'authorizationMethod']),
      },
      's',
    );
    return `
    insert into ${into} select ${values}
      from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    returning s.id`;
  },
});

/** No row: the person is no active borrower of the account. */
export const activeBorrower = statement({
  name: 'one_time_charge.borrower',
  takes: {
    ...typesOf('AccountBorrower', ['organizationId', 'accountId', 'personId']),
  },
  gives: columns('AccountBorrower', 'b', ['personId']),
  text: ({ p, scope }) => `
    select b.person_id as "personId" from account_borrower b
     where b.organization_id = ${p.organizationId} and b.account_id = ${p.accountId} and b.person_id = ${p.personId}
       and b.is_active and ${scope('b.organization_id')}`,
});
