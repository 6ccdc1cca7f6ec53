import { recordAudit } from '../../../../core/audit/record.js';
import {
  type EmailProviderCode,
  type RegisterCampaignBody,
  registerCampaignBody,
  updateCampaignBody,
} from '../../../../core/contract/campaign-event.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { composed, ownText, type PlainText } from '../../../../core/contract/stored-text.js';
import { text } from '../../../../core/contract/text.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { resolveAllOf } from '../../../../core/exceptions/resolve-and-postpone-operator-exceptions.store.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { idFilter, isId, newId } from '../../../../core/ids/ids.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import {
  hasRoleEverywhere,
  limitToOrganization,
  type Principal,
  requireRoleEverywhere,
  requireScope,
  systemPrincipal,
} from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import {
  holdRegistration,
  subjectOfIdentifier,
  UNAPPROVED,
} from '../../provider-events/campaign-event/enter-events.store.js';
import { unknownWorkspace } from '../workspace/unknown-workspace-issue.js';
import { workspacesByIds } from '../workspace/workspace.store.js';
import type { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import {
  type Approval,
  CAMPAIGNS,
  type CampaignRow,
  campaignsByIds,
  deleteIdentifier,
  deleteIdentifiers,
  heldIdentifiers,
  insertCampaign,
  insertIdentifiers,
  renameCampaign,
  setApproval,
} from './campaign.store.js';

export type CampaignParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Campaigns at email providers, registered so that their events reach the right workspace. */
export class CampaignService {
  constructor(private readonly parts: CampaignParts) {}

  /**
   * Registers a campaign under the provider's identifiers. Audited. A job matches events that arrived earlier. Events
   * at the organization's own webhook addresses, or signed with its own keys, match at once. Events at the shared
   * address match only if an operator registered or approved the identifier, or if the installation has a single
   * organization.
   *
   * @throws {Problem} `validation_failed`, also for a workspace out of scope; `campaign_identifier_taken`.
   */
  async register(principal: Principal, input: unknown): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    const body = checkedBody(registerCampaignBody, input);
    refuseShared(principal, body);
    const id = newId();
    const campaign = await this.parts.db.transaction(async (tx) => {
      // Waits for events being entered. Later ones see the new identifiers, so no event is left waiting for a
      // registered one.
      await tx.many(principal, holdRegistration, {});
      const organizationId = await insert(tx, principal, this.parts.clock, id, body);
      const { workspace_id, provider, identifiers } = body;
      const after = { workspace_id, provider, identifiers };
      await recordAudit(tx, this.parts.clock, principal, {
        action: 'campaign.register',
        subject: id,
        organizationId,
        after,
      });
      await matchWaiting(tx, organizationId, id);
      return (await campaignsByIds(tx.models(principal), [id]))[0];
    });
    if (campaign === undefined) throw new Problem('campaign_not_found');
    return campaign;
  }

  /**
   * Changes a campaign's name or identifiers. Audited. Registrations and changes are serialized, so the campaign read
   * here is the one that is changed.
   *
   * @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id; `validation_failed`;
   * `campaign_identifier_taken`.
   */
  async update(principal: Principal, id: string, input: unknown): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    const { name, identifiers } = checkedBody(updateCampaignBody, input);
    if (!isId(id)) throw new Problem('campaign_not_found');
    return this.parts.db.transaction(async (tx) => {
      await tx.many(principal, holdRegistration, {});
      const models = tx.models(principal);
      const [before] = await campaignsByIds(models, [id]);
      if (before === undefined) throw new Problem('campaign_not_found');
      if (typeof name === 'string') await renameCampaign(models, before, composed(name));
      if (identifiers !== null && identifiers !== undefined)
        await replaceIdentifiers(tx, principal, this.parts.clock, before, identifiers);
      const [after] = await campaignsByIds(models, [id]);
      if (after === undefined) throw new Error('a campaign disappeared during its update');
      const audited = { action: 'campaign.update', subject: id, organizationId: before.organizationId };
      await recordAudit(tx, this.parts.clock, principal, {
        ...audited,
        before: namesOf(before),
        after: namesOf(after),
      });
      return after;
    });
  }

  /**
   * Releases an identifier, so that another campaign may register it. Allowed for its owner and for operators.
   * Audited. Stored events stay with the campaign.
   *
   * @returns the campaign that had it.
   * @throws {Problem} `insufficient_scope`; `campaign_not_found` when no campaign in scope has it.
   */
  async releaseIdentifier(
    principal: Principal,
    { provider, identifier, organizationId }: NamedIdentifier,
  ): Promise<CampaignRow> {
    requireScope(principal, 'campaign_events:write');
    const reach = limitToOrganization(principal, organizationId);
    if (!soughtIdentifier.safeParse(identifier).success) throw new Problem('campaign_not_found');
    return this.parts.db.transaction(async (tx) => {
      await tx.many(principal, holdRegistration, {});
      const held = await tx.many(principal, heldIdentifiers, { provider, identifiers: [identifier] });
      const [holder, ...more] = held.filter((row) => reaches(reach, row.organizationId));
      if (holder === undefined) throw new Problem('campaign_not_found');
      if (more.length > 0) throw invalid([wrongValue('organizationId', SEVERAL_HAVE_IT, organizationId)]);
      const of = limitToOrganization(principal, holder.organizationId);
      await tx.many(of, deleteIdentifier, { provider, identifier });
      const { campaignId: subject } = holder;
      const [campaign] = await campaignsByIds(tx.models(of), [subject]);
      if (campaign === undefined) throw new Error('a campaign disappeared while its identifier was released');
      const { identifiers } = campaign;
      const change = {
        before: { provider, identifiers: [...identifiers, identifier] },
        after: { provider, identifiers },
      };
      const act = { action: 'campaign.release', subject, organizationId: holder.organizationId, ...change };
      await recordAudit(tx, this.parts.clock, principal, act);
      return campaign;
    });
  }

  /**
   * Assigns an identifier to one organization for calls to the shared address, even if others have registered it too.
   * Matches waiting events and resolves the operators' notices about the identifier. Repeatable, audited.
   *
   * @throws {Problem} `insufficient_scope` unless the caller is an operator of all organizations;
   * `campaign_not_found`
   */
  async approveIdentifier(
    principal: Principal,
    { provider, identifier, organizationId }: NamedIdentifier & { readonly organizationId: string },
  ): Promise<CampaignRow> {
    requireRoleEverywhere(principal, 'supervisor');
    if (!soughtIdentifier.safeParse(identifier).success) throw new Problem('campaign_not_found');
    return this.parts.db.transaction(async (tx) => {
      await tx.many(principal, holdRegistration, {});
      const held = await tx.many(principal, heldIdentifiers, { provider, identifiers: [identifier] });
      const holder = held.find((row) => row.organizationId === organizationId);
      if (holder === undefined) throw new Problem('campaign_not_found');
      const approvedAt = isoInstant(this.parts.clock.now());
      for (const other of held) {
        const approval = other === holder ? { approvedAt, approvedBy: principal.actor } : NOT_APPROVED;
        await setApproval(tx.models(principal), other.organizationId, provider, [identifier], approval);
      }
      const resolved = {
        resolvedAt: approvedAt,
        resolvedBy: principal.actor,
        resolution: ownText('an organization was approved'),
      };
      const waiting = { kind: UNAPPROVED, subjectId: subjectOfIdentifier(provider, identifier) };
      await resolveAllOf(tx.models(principal), waiting, resolved);
      const { campaignId: subject } = holder;
      const before = { provider, identifier, approvedBy: holder.approvedBy };
      const after = { provider, identifier, approvedBy: principal.actor };
      await recordAudit(tx, this.parts.clock, principal, {
        action: 'campaign.approve',
        subject,
        organizationId,
        before,
        after,
      });
      await matchWaiting(tx, organizationId, subject);
      const [campaign] = await campaignsByIds(tx.models(principal), [subject]);
      if (campaign === undefined) throw new Error('a campaign disappeared while its identifier was approved');
      return campaign;
    });
  }

  /** Newest first; `from` and `to` are dates of registration, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<CampaignRow>> {
    requireScope(principal, 'campaign_events:read');
    const { workspaceId, from, to } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    const parts = { db: this.parts.db, cursors: this.parts.cursors };
    return readRequestedPage(parts, principal, CAMPAIGNS, parameters, { workspaceId }, request);
  }

  /** @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<CampaignRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('campaign_not_found');
    return found;
  }

  /** In the order of `ids`, with an error for each one out of scope. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (CampaignRow | Error)[]> {
    requireScope(principal, 'campaign_events:read');
    const rows = await campaignsByIds(this.parts.db.models(principal), ids.filter(isId));
    return rowById(ids, rows, () => new Problem('campaign_not_found'));
  }
}

/** An identifier, and its organization if several may have it. */
export interface NamedIdentifier {
  readonly provider: EmailProviderCode;
  readonly identifier: string;
  readonly organizationId?: string | null | undefined;
}

/** As loose as the check before the rule of stored texts, so that old identifiers can be released. */
const soughtIdentifier = text({ minimum: 1, maximum: 255 });

const SEVERAL_HAVE_IT = 'several organizations have this identifier: give the organization';

const NOT_APPROVED: Approval = { approvedAt: null, approvedBy: null };

function reaches({ organizationIds }: Principal, organizationId: string): boolean {
  return organizationIds === 'all' || organizationIds.includes(organizationId);
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
 * Postmark puts its default streams on every message that names no other. A campaign with such an identifier would
 * get the unregistered events of all organizations, because an account has one secret for all of them.
 */
function refuseShared(principal: Principal, { provider, identifiers }: Named): void {
  if (provider !== 'postmark' || hasRoleEverywhere(principal, 'supervisor')) return;
  const shared = identifiers.findIndex((identifier) => SHARED_STREAMS.includes(identifier));
  if (shared === -1) return;
  const error = 'a default stream, shared by all messages of the account: only an operator can register it';
  throw invalid([
    { ...wrongValue('identifiers', error, identifiers[shared]), loc: ['body', 'identifiers', String(shared)] },
  ]);
}

const SHARED_STREAMS = ['outbound', 'broadcast', 'inbound'];

/** @returns the campaign's organization. */
async function insert(
  tx: Transaction,
  principal: Principal,
  clock: Clock,
  id: string,
  body: RegisterCampaignBody,
): Promise<string> {
  const { workspace_id: workspaceId, name, provider } = body;
  const models = tx.models(principal);
  const [workspace] = isId(workspaceId) ? await workspacesByIds(models, [workspaceId]) : [];
  if (workspace === undefined) throw invalid([unknownWorkspace(workspaceId)]);
  const { organizationId } = workspace;
  await insertCampaign(models, { id, organizationId, workspaceId, name: composed(name), provider });
  await insertFree(tx, principal, clock, { id, organizationId, provider }, [...new Set(body.identifiers)]);
  return organizationId;
}

/** Removed identifiers become free; added ones must be free. */
async function replaceIdentifiers(
  tx: Transaction,
  principal: Principal,
  clock: Clock,
  campaign: CampaignRow,
  wanted: readonly PlainText[],
): Promise<void> {
  const { id, organizationId, provider, identifiers: had } = campaign;
  const added = [...new Set(wanted)].filter((identifier) => !had.includes(identifier));
  refuseShared(principal, { provider, identifiers: added });
  const removed = had.filter((identifier) => !wanted.includes(identifier));
  if (removed.length > 0) await deleteIdentifiers(tx.models(principal), campaign, removed);
  if (added.length === 0) return;
  await insertFree(tx, principal, clock, campaign, added);
  await matchWaiting(tx, organizationId, id);
}

/**
 * An operator's registration counts as an approval. A registration by key is approved only while the installation has
 * a single organization, and until another organization registers the same identifier: then no organization gets its
 * events at the shared address before an operator assigns it. No registration undoes an operator's assignment.
 */
async function insertFree(
  tx: Transaction,
  principal: Principal,
  clock: Clock,
  campaign: Pick<CampaignRow, 'organizationId' | 'id' | 'provider'>,
  identifiers: readonly PlainText[],
): Promise<void> {
  const { organizationId, provider } = campaign;
  const held = await tx.many(principal, heldIdentifiers, { provider, identifiers });
  const isOperator = hasRoleEverywhere(principal, 'supervisor');
  const foreign = held.filter((row) => row.organizationId !== organizationId);
  const taken =
    held.find((row) => row.organizationId === organizationId) ??
    (isOperator ? foreign.find(({ approvedBy }) => approvedBy !== null) : undefined);
  if (taken !== undefined) throw new Problem('campaign_identifier_taken', { identifier: taken.identifier });
  for (const { organizationId: other, identifier, approvedBy } of foreign)
    if (approvedBy === null) await setApproval(tx.models(CONTEST), other, provider, [identifier], NOT_APPROVED);
  const approvedAt = isoInstant(clock.now());
  const isAlone = !isOperator && (await tx.models(CONTEST).organization.count()) === 1;
  const approval = isOperator
    ? { approvedAt, approvedBy: principal.actor }
    : isAlone
      ? ALONE(approvedAt)
      : NOT_APPROVED;
  await insertIdentifiers(tx.models(principal), campaign, identifiers, approval);
}

const ALONE = (approvedAt: string): Approval => ({ approvedAt, approvedBy: null });

/** An identifier of two organizations affects both, so it is changed on behalf of the system. */
const CONTEST = systemPrincipal('campaign-identifiers');
