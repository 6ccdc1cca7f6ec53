import type { CardProcessor } from '../../../connectors/card-processors/port.js';
import type { Principal } from '../../../core/auth/principal.js';
import { isSandbox } from '../../../core/business-clock.js';
import type { Transaction } from '../../../core/db/database.js';
import { openDifferences } from './difference.store.js';
import { finishLook } from './end-look.js';
import { BOOKS, processorOf } from './kinds.js';
import type { Look } from './look.store.js';
import { lookUpPostings } from './look-up.js';
import { compareSides, noteDifferences } from './note-differences.js';
import { keyOf, type PageRead, page } from './page.js';
import type { TieOutParts } from './parts.js';
import { readLedgerPage } from './read-ledger.js';
import { readHeads, readListedLoans } from './read-loans.js';
import { confirmCharges, readCharges, readRefunds, readStandings } from './read-processor.js';
import { listDifferentLoans, listPostedLoans, listUnreadLoans, stageLedgerOurs } from './staging.store.js';

/** What the step that a look stands at reads, and what is to be written of it. */
export async function readPage(parts: TieOutParts, principal: Principal, look: Look): Promise<PageRead> {
  const { systems, processors } = parts;
  const code = processorOf(look.subject);
  if (code !== undefined) {
    const processor = processors.of(code, await isSandbox(parts.db, look.organizationId));
    const read = await readOfProcessor(parts, principal, look, processor);
    if (read !== undefined) return read;
  }
  switch (look.step) {
    case 'list':
      return listed(parts, principal, look);
    case 'entries':
      return readLedgerPage(parts, principal, look);
    case 'heads':
      return readHeads(parts, principal, look, systems.byCode(look.subject));
    case 'loans':
      return readListedLoans(parts, principal, look, systems.byCode(look.subject));
    case 'look_ups':
      return lookUpPostings(parts, principal, look, systems.byCode(look.subject));
    case 'books':
      return readBooks(parts, principal, look);
    case 'compare':
      return compareSides(parts, principal, look);
    default:
      return page('done', '', (tx) => finishLook(tx, parts, principal, look));
  }
}

/** Undefined: a step that every side has. */
async function readOfProcessor(
  parts: TieOutParts,
  principal: Principal,
  look: Look,
  processor: CardProcessor | undefined,
): Promise<PageRead | undefined> {
  const read = { charges: readCharges, refunds: readRefunds, confirm: confirmCharges, standings: readStandings };
  const { step } = look;
  if (step !== 'charges' && step !== 'refunds' && step !== 'confirm' && step !== 'standings') return undefined;
  return processor === undefined ? { kind: 'unanswered' } : read[step](parts, principal, look, processor);
}

function listed({ systems }: TieOutParts, principal: Principal, look: Look): PageRead {
  const system = systems.byCode(look.subject);
  if (system.embedded !== undefined)
    return page('entries', '', (tx) => tx.many(principal, stageLedgerOurs, keyOf(look)));
  if (system.source === undefined) return { kind: 'unanswered' };
  return page('heads', '', (tx) => listLoans(tx, principal, look));
}

async function listLoans(tx: Transaction, principal: Principal, look: Look): Promise<void> {
  await tx.many(principal, listPostedLoans, keyOf(look));
  await tx.many(principal, listDifferentLoans, keyOf(look));
  await tx.many(principal, listUnreadLoans, { ...keyOf(look), code: look.subject });
}

async function readBooks({ db, checkBooks }: TieOutParts, principal: Principal, look: Look): Promise<PageRead> {
  const open = await db.many(principal, openDifferences, { organizationId: look.organizationId, subject: BOOKS });
  const found = await checkBooks(principal, { ...look, open });
  return page('finish', '', (tx) => noteDifferences(tx, principal, look, found));
}
