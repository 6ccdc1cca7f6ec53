import { recordAudit } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import { digestKey } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { erasureTerms } from '../../../../core/erasure/erasure-search-terms.js';
import type { ErasureContext, ErasureCounts, ErasureStep } from '../../../../core/erasure/erasure-step.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { SecretPlace } from '../../../../core/secrets/at-rest.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { lockErasure } from './erasure.reads.store.js';

export interface ErasureParts extends Pick<ServiceParts, 'db' | 'clock' | 'secrets'> {
  /** In execution order; the first step runs together with the tombstones. */
  readonly erasureSteps: readonly ErasureStep[];
}

export interface ErasureKey {
  readonly organizationId: string;
  readonly id: string;
}

const ERASURE = systemPrincipal('erasure');

export function searchTermsSecret({ organizationId, id }: ErasureKey): SecretPlace {
  return ['erasure', 'sealed_terms', organizationId, id];
}

/** Position of an erasure: a step, and the progress of that step. */
interface Position {
  readonly name: string;
  readonly after: string;
}

const BETWEEN = '\n';

export function positionText({ name, after }: Position): string {
  return `${name}${BETWEEN}${after}`;
}

export function firstPosition([first]: readonly ErasureStep[]): Position {
  if (first === undefined) throw new Error('an erasure has no steps');
  return { name: first.name, after: '' };
}

function positionOf(text: string): Position {
  const [name = '', ...after] = text.split(BETWEEN);
  return { name, after: after.join(BETWEEN) };
}

/** Runs every remaining step. A killed process has either completed a step or not; the next process resumes there. */
export async function runErasure(parts: ErasureParts, key: ErasureKey): Promise<void> {
  while (await nextStep(parts, key));
}

/** @returns whether there may be more to do. */
export function nextStep(parts: ErasureParts, { organizationId, id }: ErasureKey): Promise<boolean> {
  const { db, clock, secrets, erasureSteps } = parts;
  const of = { organizationId, id };
  const principal = limitToOrganization(ERASURE, of.organizationId);
  return db.transaction(
    async (tx) => {
      const standing = await tx.first(principal, lockErasure, of);
      if (standing === undefined || standing.finishedAt !== null) return false;
      const { sealedTerms, step } = standing;
      const key = await digestKey(tx, secrets);
      if (sealedTerms === null || step === null || key === undefined)
        throw new Error(`erasure ${of.id} cannot continue`);
      const terms = erasureTerms.parse(JSON.parse(secrets.read(sealedTerms, searchTermsSecret(of))));
      const context = { principal, organizationId: of.organizationId, terms, key };
      const taken = await takeStep(erasureSteps, tx, context, positionOf(step));
      const counts = added(standing.counts, taken.counts);
      const models = tx.models(principal);
      const where = { organizationId_id: of };
      if (taken.next !== undefined) {
        await models.erasure.update({
          select: { id: true },
          where,
          data: { counts: { ...counts }, step: positionText(taken.next) },
        });
        return true;
      }
      const finishedAt = isoInstant(clock.now());
      const data = { counts: { ...counts }, step: null, sealedTerms: null, finishedAt };
      await models.erasure.update({ select: { id: true }, where, data });
      const { id: subject, organizationId } = of;
      await recordAudit(tx, clock, ERASURE, { action: 'erasure.finish', subject, organizationId, after: { counts } });
      return false;
    },
    { isBulk: true },
  );
}

type Taken = Awaited<ReturnType<typeof takeStep>>;

/** Runs all steps through `apart`; a dry run rolls each one back. */
export async function everyStep(
  steps: readonly ErasureStep[],
  context: ErasureContext,
  apart: (step: (tx: Transaction) => Promise<Taken>) => Promise<Taken>,
): Promise<ErasureCounts> {
  let counts: ErasureCounts = {};
  for (let next: Position | undefined = firstPosition(steps); next !== undefined; ) {
    const from: Position = next;
    const taken = await apart((tx) => takeStep(steps, tx, context, from));
    counts = added(counts, taken.counts);
    next = taken.next;
  }
  return counts;
}

export async function takeStep(
  steps: readonly ErasureStep[],
  tx: Transaction,
  context: ErasureContext,
  { name, after }: Position,
): Promise<{ readonly counts: ErasureCounts; readonly next: Position | undefined }> {
  const at = steps.findIndex((step) => step.name === name);
  const step = steps[at];
  if (step === undefined) throw new Error(`there is no erasure step ${name}`);
  const result = await step.take(tx, context, after);
  if (result.after !== null) return { counts: result.counts, next: { name, after: result.after } };
  const following = steps[at + 1];
  return { counts: result.counts, next: following === undefined ? undefined : { name: following.name, after: '' } };
}

export function added(counts: ErasureCounts, more: ErasureCounts): ErasureCounts {
  const all = { ...counts };
  for (const [table, rows] of Object.entries(more)) all[table] = (all[table] ?? 0) + rows;
  return all;
}
