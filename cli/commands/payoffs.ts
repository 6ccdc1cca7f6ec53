import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { dollars } from '../../rest-facade/mirrored/accounts/payoff-letter/format.js';
import { payoffLetterPdf } from '../../rest-facade/mirrored/accounts/payoff-letter/payoff-letter-pdf.js';
import { withAddedSystems } from '../../runtime/assembly/loan-systems-for-command.js';
import { accountsOf } from '../../runtime/assembly/services/accounts.js';
import { withSession } from '../../runtime/command-session.js';
import type { PayoffService } from '../../subgraphs/servicing/accounts/payoff/payoff.service.js';
import { CommandError } from '../command-error.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { reader, withPlainRefusals } from '../reader-principal.js';

const ON = ['--on <date>', 'the day on which the money would arrive, up to 30 days ahead; default: today'] as const;

export function registerPayoffs(ledger: Command): void {
  registerPayoff(ledger);
  registerPayoffLetter(ledger);
}

function registerPayoff(ledger: Command): void {
  const command = ledger
    .command('payoff')
    .argument('<account>', 'the account’s id, in any loan system')
    .description('show the amount that would pay off a loan')
    .option(...ON);
  withAnswer(command, async (accountId = '') => {
    const asked = { accountId, ...command.opts<{ on?: string }>() };
    const quote = await withPayoffs((payoffs) => payoffs.quote(reader(), asked));
    return {
      document: snakeCased(quote),
      text: `${dollars(quote.amountCents)} received on ${quote.on}; good through ${quote.goodThrough}, then ${quote.perDiemCents} cents more per day.`,
    };
  });
}

function registerPayoffLetter(ledger: Command): void {
  const command = ledger
    .command('payoff-letter')
    .argument('<account>', 'the account’s id, in any loan system')
    .description('write a payoff letter as PDF')
    .option(...ON)
    .requiredOption('--out <file>', 'file to write; an existing file is not overwritten');
  withAnswer(command, async (accountId = '') => {
    const { out, ...day } = command.opts<{ on?: string; out: string }>();
    const { quote, ...letter } = await withPayoffs((payoffs) => payoffs.letter(reader(), { accountId, ...day }));
    const pdf = await payoffLetterPdf({ ...snakeCased(letter), quote: snakeCased(quote) });
    await pipeline(pdf, createWriteStream(out, { flags: 'wx' })).catch((error: Error) => {
      throw new CommandError(`${out} cannot be written: ${error.message}`);
    });
    return { document: { file: out, ...snakeCased(quote) }, text: `Wrote ${out}: ${dollars(quote.amountCents)}.` };
  });
}

/** Uses this shell's loan systems: the secrets of remote ones are environment variables here. */
function withPayoffs<T>(read: (payoffs: PayoffService) => Promise<T>): Promise<T> {
  return withSession((session) =>
    withAddedSystems(session, (added) => withPlainRefusals(read(accountsOf(session, added).payoffs))),
  );
}
