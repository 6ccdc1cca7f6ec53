import { recordAudit } from '../../../core/audit/record.js';
import { hasRoleEverywhere, type Principal, requireScope, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import {
  campaignIdentifier,
  type EmailProviderCode,
  type RegisterCampaignBody,
  registerCampaignBody,
  updateCampaignBody,
} from '../../../core/contract/campaign-event.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import { oneOfEach } from '../../../core/graphql/batch.js';
import { idFilter, isId, newId } from '../../../core/ids.js';
import { enqueue } from '../../../core/jobs/jobs.js';
import { holdRegistration } from '../campaign-event/enter-events.store.js';
import type { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { unknownWorkspace } from '../workspace/refusals.js';
import { workspacesByIds } from '../workspace/workspace.store.js';
import {
  CAMPAIGNS,
  type CampaignRow,
  campaignsByIds,
  deleteIdentifier,
  deleteIdentifiers,
  insertCampaign,
  insertIdentifiers,
  renameCampaign,
  takenIdentifiers,
} from './campaign.store.js';

export interface CampaignParts {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

/** Campaigns that email providers run, registered so that their events find their workspace. */
export class CampaignService {
  readonly #db: Database;
  readonly #cursors: Cursors;
  readonly #clock: Clock;

  constructor({ db, cursors, clock }: CampaignParts) {
    this.#db = db;
    this.#cursors = cursors;
    this.#clock = clock;
  }

  /**
   * Registers a campaign under what its provider calls it. Events that came before are matched by a job. Audited: whoever
   * registers an identifier first has its events.
   *
   * @throws {Problem} `validation_failed`, also for a workspace that is not within reach; `campaign_identifier_taken`.
   */
  async register(principal: Principal, input: unknown): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    const body = checkedBody(registerCampaignBody, input);
    refuseShared(principal, body);
    const id = newId();
    const campaign = await this.#db.transaction(async (tx) => {
      // Events on their way in are through by now, or will see the identifiers: none is left waiting for what is there.
      await tx.many(principal, holdRegistration, {});
      const organizationId = await insert(tx, principal, id, body);
      const { workspace_id, provider, identifiers } = body;
      const after = { workspace_id, provider, identifiers };
      await recordAudit(tx, this.#clock, principal, { action: 'campaign.register', subject: id, after });
      await matchWaiting(tx, organizationId, id);
      return (await campaignsByIds(tx.models(principal), [id]))[0];
    });
    if (campaign === undefined) throw new Problem('campaign_not_found');
    return campaign;
  }

  /**
   * Changes what people or the provider call a campaign. Audited. Registrations and changes go one after the other, so that what
   * is read here is what is changed.
   *
   * @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id; `validation_failed`;
   *   `campaign_identifier_taken`.
   */
  async update(principal: Principal, id: string, input: unknown): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    const { name, identifiers } = checkedBody(updateCampaignBody, input);
    if (!isId(id)) throw new Problem('campaign_not_found');
    return this.#db.transaction(async (tx) => {
      await tx.many(principal, holdRegistration, {});
      const models = tx.models(principal);
      const [before] = await campaignsByIds(models, [id]);
      if (before === undefined) throw new Problem('campaign_not_found');
      if (typeof name === 'string') await renameCampaign(models, before, name);
      if (identifiers !== null && identifiers !== undefined)
        await replaceIdentifiers(tx, principal, before, identifiers);
      const [after] = await campaignsByIds(models, [id]);
      if (after === undefined) throw new Error('a campaign vanished while it was changed');
      const audited = { action: 'campaign.update', subject: id };
      await recordAudit(tx, this.#clock, principal, { ...audited, before: namesOf(before), after: namesOf(after) });
      return after;
    });
  }

  /**
   * Takes an identifier from the campaign that has it, so that another may register it: its owner may, and an operator. Audited.
   * Events that were stored stay where they are.
   *
   * @returns the campaign that had it.
   * @throws {Problem} `insufficient_scope`; `campaign_not_found` when none within reach has it.
   */
  async releaseIdentifier(principal: Principal, provider: EmailProviderCode, identifier: string): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    if (!campaignIdentifier.safeParse(identifier).success) throw new Problem('campaign_not_found');
    return this.#db.transaction(async (tx) => {
      const released = await tx.first(principal, deleteIdentifier, { provider, identifier });
      if (released === undefined) throw new Problem('campaign_not_found');
      const { campaignId: subject } = released;
      const [campaign] = await campaignsByIds(tx.models(principal), [subject]);
      if (campaign === undefined) throw new Error('a campaign vanished while its identifier was taken');
      const { identifiers } = campaign;
      const change = {
        before: { provider, identifiers: [...identifiers, identifier] },
        after: { provider, identifiers },
      };
      await recordAudit(tx, this.#clock, principal, { action: 'campaign.release', subject, ...change });
      return campaign;
    });
  }

  /** Newest first; `from` and `to` are dates of registration, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<CampaignRow>> {
    requireScope(principal, 'campaign_events:read');
    const { organizationId, workspaceId, from, to } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    const filters = { organizationId, workspaceId, from, to };
    const parts = { db: this.#db, cursors: this.#cursors };
    return readPage(parts, within(principal, organizationId), CAMPAIGNS, parameters, filters, request);
  }

  /** @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<CampaignRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('campaign_not_found');
    return found;
  }

  /** In the order of `ids`; an error in the place of one that is not within reach. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (CampaignRow | Error)[]> {
    requireScope(principal, 'campaign_events:read');
    const rows = await campaignsByIds(this.#db.models(principal), ids.filter(isId));
    return oneOfEach(ids, rows, () => new Problem('campaign_not_found'));
  }
}

interface Named {
  readonly provider: string;
  readonly identifiers: readonly string[];
}

function namesOf({ name, identifiers }: CampaignRow) {
  return { name, identifiers };
}

function matchWaiting(tx: Transaction, organizationId: string, campaignId: string): Promise<void> {
  const timing = { delayMs: 0, key: `campaign:${organizationId}:${campaignId}` };
  return enqueue(tx, 'match_waiting_events', { organizationId, campaignId }, timing);
}

/**
 * Postmark's own streams are on every message that names no other: whoever had one would have what nobody else has registered,
 * of every organization (an account's secret is one for all of them).
 */
function refuseShared(principal: Principal, { provider, identifiers }: Named): void {
  if (provider !== 'postmark' || hasRoleEverywhere(principal, 'operator')) return;
  const shared = identifiers.findIndex((identifier) => SHARED_STREAMS.includes(identifier));
  if (shared === -1) return;
  const error = 'every message of the account may carry it: an operator registers it';
  throw invalid([
    { ...wrongValue('identifiers', error, identifiers[shared]), loc: ['body', 'identifiers', String(shared)] },
  ]);
}

const SHARED_STREAMS = ['outbound', 'broadcast', 'inbound'];

/** @returns the organization that the campaign is of. */
async function insert(tx: Transaction, principal: Principal, id: string, body: RegisterCampaignBody): Promise<string> {
  const { workspace_id: workspaceId, name, provider } = body;
  const models = tx.models(principal);
  const [workspace] = isId(workspaceId) ? await workspacesByIds(models, [workspaceId]) : [];
  if (workspace === undefined) throw invalid([unknownWorkspace(workspaceId)]);
  const { organizationId } = workspace;
  await insertCampaign(models, { id, organizationId, workspaceId, name, provider });
  await insertFree(tx, principal, { id, organizationId, provider }, [...new Set(body.identifiers)]);
  return organizationId;
}

/** What it has no more is free, and what it has now must have been. */
async function replaceIdentifiers(
  tx: Transaction,
  principal: Principal,
  campaign: CampaignRow,
  wanted: readonly string[],
): Promise<void> {
  const { id, organizationId, provider, identifiers: had } = campaign;
  const added = [...new Set(wanted)].filter((identifier) => !had.includes(identifier));
  refuseShared(principal, { provider, identifiers: added });
  const removed = had.filter((identifier) => !wanted.includes(identifier));
  if (removed.length > 0) await deleteIdentifiers(tx.models(principal), campaign, removed);
  if (added.length === 0) return;
  await insertFree(tx, principal, campaign, added);
  await matchWaiting(tx, organizationId, id);
}

async function insertFree(
  tx: Transaction,
  principal: Principal,
  campaign: Pick<CampaignRow, 'organizationId' | 'id' | 'provider'>,
  identifiers: readonly string[],
): Promise<void> {
  const known = await tx.many(principal, takenIdentifiers, { provider: campaign.provider, identifiers });
  const taken = identifiers.find((identifier) => known.some((row) => row.identifier === identifier));
  if (taken !== undefined) throw new Problem('campaign_identifier_taken', { identifier: taken });
  await insertIdentifiers(tx.models(principal), campaign, identifiers);
}
