import type { Browser } from 'playwright-core';
import { workerBrowser } from './browser.js';
import { type DemoInstance, openDemoInstance } from './demo-instance.js';

/** The demo data behind a real gateway, and a browser for its dashboard. */
export interface DemoDashboard {
  readonly demo: DemoInstance;
  readonly origin: string;
  readonly browser: Browser;
  /** The address of the page of a loan with a balance, and the name of its borrower. */
  readonly loan: string;
  readonly borrower: string;
  /** The payments of an amount that no other test records. */
  recorded(amountCents: number): Promise<readonly RecordedRow[]>;
}

interface RecordedRow {
  readonly payment_method: string;
  readonly check_number: number | null;
  readonly card_brand: string | null;
  readonly memo: string | null;
}

export async function openDemoDashboard(): Promise<DemoDashboard> {
  const demo = await openDemoInstance({}, { isDemo: true });
  const { pool } = demo.instance.resources;
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select a.id, p.display_name as name from account a
       join account_borrower b on b.account_id = a.id and b.role = 'primary' join person p on p.id = b.person_id
      where a.external_contract_number = 'ALD-2026-0017'`,
  );
  const [{ id, name } = { id: '', name: '' }] = rows;
  return {
    ...{ demo, browser: await workerBrowser(), origin: new URL(demo.instance.graphqlUrl).origin },
    ...{ loan: `/accounts/${id}`, borrower: name },
    recorded: async (amountCents) =>
      (
        await pool.query<RecordedRow>(
          'select payment_method, check_number, card_brand, memo from collected_payment where amount_cents = $1',
          [amountCents],
        )
      ).rows,
  };
}
