import { ownText } from '../../core/contract/stored-text.js';
import { withClient } from '../../core/db/with-client.js';
import { newId } from '../../core/ids/ids.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { BENCH, lenderWithPortfolio } from '../support/lender-with-portfolio.js';

const AMOUNT_CENTS = 1_000;
/** Some loans of a made-up portfolio are paid off or charged off. */
const LOANS_PER_SCHEDULE = 1.3;

/** So many schedules that are due today, each on a loan of its own and with a card of its own. @returns the lender's id. */
export async function makeDueSchedules(resources: Resources, ownerUrl: string, schedules: number): Promise<string> {
  const organizationId = await lenderWithPortfolio(resources, Math.ceil(schedules * LOANS_PER_SCHEDULE));
  const card = await createCard(resources, organizationId);
  const ids = Array.from({ length: schedules }, () => newId());
  await withClient(ownerUrl, async (client) => {
    await client.query(
      `insert into payment_method select (jsonb_populate_record(m, jsonb_build_object('id', fresh.id, 'processor_token', 'pm_' || fresh.id))).*
         from payment_method m, unnest($1::text[]) as fresh (id) where m.id = $2`,
      [ids, card],
    );
    const { rowCount } = await client.query(
      `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
                                     frequency_interval, start_date, next_run_date, created_by)
       select fresh.id, a.organization_id, a.id, fresh.id, ${AMOUNT_CENTS}, 'month', 1, $3::date, $3::date, 'bench'
         from (select a.*, row_number() over (order by a.id) as place from account a
                where a.organization_id = $2 and a.status_code in ('active', 'delinquent') and a.current_balance_cents > 100 * ${AMOUNT_CENTS}) a
         join unnest($1::text[]) with ordinality as fresh (id, place) using (place)`,
      [ids, organizationId, servicingDate(resources.clock.now())],
    );
    if (rowCount !== schedules) throw new Error(`only ${rowCount} loans can be paid`);
    await client.query('analyze');
  });
  return organizationId;
}

async function createCard({ db }: Resources, organizationId: string): Promise<string> {
  const prisma = db.models(BENCH);
  const [id, partyId] = [newId(), newId()];
  await prisma.person.create({ data: { id: partyId, organizationId, displayName: ownText('Ada Borrower') } });
  const shown = { holderName: ownText('Ada Borrower'), nickname: null, lastFour: '4242', cardBrand: 'visa' } as const;
  const expires = { expirationMonth: 12, expirationYear: 2090 };
  const stored = { processor: 'stripe', processorToken: 'pm_1', processorCustomer: 'cus_1' };
  const data = { id, organizationId, partyId, instrumentType: 'card', ...shown, ...expires, ...stored } as const;
  await prisma.paymentMethod.create({ data, select: { id: true } });
  return id;
}
