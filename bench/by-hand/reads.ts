import type pg from 'pg';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { account } from './account.js';
import type { Caller } from './caller.js';
import { payment, paymentsOfAccount } from './payments.js';
import { cashReceipts, transactionsOfAccount } from './transactions.js';

/** The reads of a hand-written server. Each returns the answer's body, in the order of the contract. */
export interface Reads {
  payment(caller: Caller, id: string): Promise<object>;
  paymentsOfAccount(caller: Caller, accountId: string): Promise<object>;
  account(caller: Caller, id: string): Promise<object>;
  transactionsOfAccount(caller: Caller, accountId: string, limit: number): Promise<object>;
  cashReceipts(caller: Caller, limit: number): Promise<object>;
}

/** One statement each, of the columns that the answer needs, prepared once per connection. */
export function sqlReads(pool: pg.Pool, cursors: Cursors): Reads {
  return {
    payment: (caller, id) => payment(pool, caller, id),
    paymentsOfAccount: (caller, accountId) => paymentsOfAccount(pool, cursors, caller, accountId),
    account: (caller, id) => account(pool, caller, id),
    transactionsOfAccount: (caller, accountId, limit) => transactionsOfAccount(pool, cursors, caller, accountId, limit),
    cashReceipts: (caller, limit) => cashReceipts(pool, cursors, caller, limit),
  };
}
