import type { Api } from './api.js';

/** Ids of all payments of an account, page by page. */
export async function allPayments(api: Api, account: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { json } = await api.get(`/v1/accounts/${account}/payments?limit=1000${cursor}`);
    ids.push(...json.items.map(({ payment_id }: { payment_id: string }) => payment_id));
    cursor = json.page.next_cursor === null ? '' : `&cursor=${json.page.next_cursor}`;
  } while (cursor !== '');
  return ids;
}
