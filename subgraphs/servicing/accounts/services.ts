import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { AccountService } from './account/account.service.js';
import { AccountDetailService } from './account/account-detail.service.js';
import { CollectionList } from './collection/collection-list.js';
import { CollectionQueueService } from './collection/collection-queue.service.js';
import { AccountFlagService } from './flag/account-flag.service.js';
import { FlagRules } from './flag/flag-rules.js';
import { FlagLifter } from './flag/lift-account-flag.js';
import { FlagSetter } from './flag/set-account-flag.js';
import { LifecycleEventService } from './lifecycle-event/lifecycle-event.service.js';
import { NoteAdder } from './note/add-note.js';
import { NoteService } from './note/note.service.js';
import { PayoffService } from './payoff/payoff.service.js';
import { PersonCorrector } from './person/correct-person.js';
import { PersonService } from './person/person.service.js';
import { TransactionService } from './transaction/transaction.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'contactDigests'> {
  readonly systems: LoanSystems;
}

/** Accounts, persons, transactions and status changes, for resolvers and commands. */
export function accountServices(source: Source) {
  const { db, cursors, clock } = source;
  return {
    accounts: new AccountService(db, cursors, clock),
    details: new AccountDetailService(source),
    persons: new PersonService(db, cursors),
    corrector: new PersonCorrector(source),
    transactions: new TransactionService(db, cursors),
    lifecycleEvents: new LifecycleEventService(db, cursors),
    collections: new CollectionQueueService(source),
    collectionList: new CollectionList(db, cursors, clock),
    flags: new AccountFlagService(source),
    flagSetter: new FlagSetter(source),
    flagLifter: new FlagLifter(source),
    flagRules: new FlagRules(source),
    notes: new NoteService(source),
    noteAdder: new NoteAdder(source),
    payoffs: new PayoffService(source),
  };
}
