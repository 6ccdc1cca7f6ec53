import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { KeyedDigests } from '../../../core/secrets/keyed-digests.js';
import type { Clock } from '../../../core/time/clock.js';
import { AccountService } from './account/account.service.js';
import { AccountDetailService } from './account/account-detail.service.js';
import { LifecycleEventService } from './lifecycle-event/lifecycle-event.service.js';
import { PayoffService } from './payoff/payoff.service.js';
import { PersonCorrector } from './person/correct-person.js';
import { PersonService } from './person/person.service.js';
import { TransactionService } from './transaction/transaction.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly systems: LoanSystems;
  readonly contactDigests: KeyedDigests;
}

/** Accounts, persons, transactions and status changes, for resolvers and commands. */
export function accountServices(source: Source) {
  const { db, cursors } = source;
  return {
    accounts: new AccountService(db, cursors),
    details: new AccountDetailService(source),
    persons: new PersonService(db, cursors),
    corrector: new PersonCorrector(source),
    transactions: new TransactionService(db, cursors),
    lifecycleEvents: new LifecycleEventService(db, cursors),
    payoffs: new PayoffService(source),
  };
}
