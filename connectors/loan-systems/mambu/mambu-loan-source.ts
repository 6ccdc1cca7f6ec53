import { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { Clock } from '../../../core/time/clock.js';
import type {
  HeadPage,
  HeadsRequest,
  ListedLoan,
  SourceBorrower,
  SourceLoan,
  SourcePerson,
  TransactionPage,
} from '../../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../../loan-model/port.js';
import { pathOf } from '../http/http-client.js';
import { listed, type MambuApi } from './api.js';
import { ChangedHolders, isHolderPage, modifiedSince, readAgain } from './changed-holders.js';
import { NO_HOLDER, NO_LOAN } from './errors.js';
import { headOf, sourceLoan } from './loan-mapping.js';
import { FIRST_CURSOR, MambuSetSource, MOST_PER_PAGE } from './mambu-loan-set-source.js';
import type { Organization } from './organization-time.js';
import { clientPerson, coBorrowers, groupPerson, holderOf } from './persons.js';
import {
  clientShape,
  groupShape,
  headShape,
  type LoanWithHead,
  loanPath,
  loanWithHeadShape,
  type MambuHead,
  scheduleShape,
  transactionShape,
} from './response-schemas.js';
import type { GroupCoBorrowers } from './settings.js';
import { sourceTransactions } from './source-transactions.js';

/**
 * The reads of the sync. Pages of loans follow Mambu's cursor, by modification time and key: loans that change during a
 * pass come later.
 */
export class MambuSource implements LoanSource {
  readonly #api: MambuApi;
  readonly #organization: Organization;
  readonly #owing: GroupCoBorrowers;
  readonly #log: Logger;
  readonly #changedHolders: ChangedHolders;
  readonly sets: MambuSetSource;

  /** @param owing - the members of a group who owe its loan. */
  constructor(api: MambuApi, organization: Organization, owing: GroupCoBorrowers, clock: Clock, log: Logger) {
    this.#api = api;
    this.#organization = organization;
    this.#owing = owing;
    this.#log = log;
    this.#changedHolders = new ChangedHolders(api, clock, log);
    this.sets = new MambuSetSource(api, log);
  }

  /** After the last loans: those whose holder was modified. */
  async heads(request: HeadsRequest): Promise<Reached<HeadPage>> {
    const { since, page } = request;
    if (isHolderPage(page)) return this.#changedHolders.heads(since, page);
    const loans = await this.#loans(request);
    if (loans.kind === 'unavailable' || loans.value.next !== null) return loans;
    const held = await this.#changedHolders.heads(since, null);
    if (held.kind === 'unavailable') return held;
    return { kind: 'answered', value: { heads: [...loans.value.heads, ...held.value.heads], next: held.value.next } };
  }

  async #loans({ since, page, limit }: HeadsRequest): Promise<Reached<HeadPage>> {
    const read = await this.#api.read(
      {
        method: 'POST',
        path: '/loans:search',
        query: { detailsLevel: 'BASIC', cursor: page ?? FIRST_CURSOR, limit: Math.min(limit, MOST_PER_PAGE) },
        body: { filterCriteria: since === null ? [] : [modifiedSince(since)] },
      },
      z.array(headShape),
    );
    // A refused list concerns the whole system, not one loan.
    if (read.kind === 'unavailable' || read.value === 'absent') return { kind: 'unavailable' };
    const { content, headers } = read.value;
    // Members of a group owe its loan, and their changes do not show in the group: read again by each full pass.
    const ofGroup = (loan: MambuHead) =>
      since === null && this.#owing.length > 0 && loan['accountHolderType'] === 'GROUP';
    const head = (loan: MambuHead) => (ofGroup(loan) ? readAgain(loan) : headOf(loan));
    return { kind: 'answered', value: { heads: content.map(head), next: headers['items-next-cursor'] || null } };
  }

  async loan(externalId: string, listed?: ListedLoan): Promise<Reached<SourceLoan | 'absent'>> {
    const path = loanPath(externalId);
    const loan = listed === undefined ? await this.#single(path) : this.#listed(path, listed);
    if (loan.kind === 'unavailable') return loan;
    if (loan.value === 'absent') return { kind: 'answered', value: 'absent' };

    const [schedule, time] = await Promise.all([
      this.#api.read({ method: 'GET', path: `${path}/schedule` }, scheduleShape),
      this.#organization.time(),
    ]);
    if (schedule.kind === 'unavailable') return schedule;
    if (schedule.value === 'absent' || time.kind === 'unavailable') return { kind: 'unavailable' };
    const { installments } = schedule.value.content;
    const normalized = sourceLoan(loan.value, installments, time.value.today);
    if (normalized === undefined) {
      this.#log.error({ loan: externalId }, 'a loan is not in dollars, or an amount is not in whole cents');
      return { kind: 'unavailable', isWell: true };
    }
    const { statusCode, sourceStatus } = normalized;
    if (statusCode === 'unknown') this.#log.warn({ loan: externalId, status: sourceStatus }, 'unknown status in Mambu');
    const members = await this.#coBorrowers(normalized);
    if (members.kind === 'unavailable') return members;
    return { kind: 'answered', value: { ...normalized, borrowers: [...normalized.borrowers, ...members.value] } };
  }

  async #single(path: string): Promise<Reached<LoanWithHead | 'absent'>> {
    const request = { method: 'GET', path, query: { detailsLevel: 'BASIC' } } as const;
    const read = await this.#api.read(request, loanWithHeadShape, NO_LOAN);
    if (read.kind === 'unavailable') return read;
    return { kind: 'answered', value: read.value === 'absent' ? 'absent' : read.value.content };
  }

  /** A listed loan that does not have the expected form concerns only itself. */
  #listed(path: string, { content }: ListedLoan): Reached<LoanWithHead> {
    const answer = { kind: 'answered', status: 200, headers: {}, body: content } as const;
    const value = this.#api.understand({ method: 'GET', path }, answer, loanWithHeadShape);
    return value === undefined ? { kind: 'unavailable' } : { kind: 'answered', value };
  }

  async #coBorrowers({ borrowers: [holder] }: SourceLoan): Promise<Reached<readonly SourceBorrower[]>> {
    const { isGroup, key } = holderOf(holder?.externalId ?? '');
    if (!isGroup || this.#owing.length === 0) return { kind: 'answered', value: [] };
    const group = await this.#group(key);
    if (group.kind === 'unavailable') return group;
    return { kind: 'answered', value: group.value === 'absent' ? [] : coBorrowers(group.value.content, this.#owing) };
  }

  #group(key: string) {
    const request = { method: 'GET', path: pathOf('groups', key), query: { detailsLevel: 'FULL' } } as const;
    return this.#api.read(request, groupShape, NO_HOLDER);
  }

  async transactions(externalId: string, page: string | null): Promise<Reached<TransactionPage>> {
    const offset = Number(page ?? 0);
    const read = await this.#api.read(
      {
        method: 'GET',
        path: `${loanPath(externalId)}/transactions`,
        query: { detailsLevel: 'BASIC', offset, limit: MOST_PER_PAGE },
      },
      z.array(transactionShape),
    );
    const list = listed(read);
    if (list.kind === 'unavailable') return list;
    const content = list.value;
    const next = content.length < MOST_PER_PAGE ? null : String(offset + content.length);
    return {
      kind: 'answered',
      value: { transactions: content.flatMap((one) => sourceTransactions(one, this.#log)), next },
    };
  }

  async person(externalId: string): Promise<Reached<SourcePerson | 'absent'>> {
    const { isGroup, key } = holderOf(externalId);
    if (isGroup) return mapped(await this.#group(key), (content) => groupPerson(externalId, content));
    const query = { detailsLevel: 'FULL' };
    const client = await this.#api.read({ method: 'GET', path: pathOf('clients', key), query }, clientShape, NO_HOLDER);
    return mapped(client, (content) => clientPerson(externalId, content));
  }
}

function mapped<T>(
  read: Reached<{ readonly content: T } | 'absent'>,
  map: (content: T) => SourcePerson,
): Reached<SourcePerson | 'absent'> {
  if (read.kind === 'unavailable') return read;
  return { kind: 'answered', value: read.value === 'absent' ? 'absent' : map(read.value.content) };
}
