import { snakeCased } from '../../core/contract/case-conversion.js';
import { dollars } from '../../rest-facade/mirrored/accounts/payoff-letter/format.js';
import { payoffLetterPdf } from '../../rest-facade/mirrored/accounts/payoff-letter/payoff-letter-pdf.js';
import { serviceOf } from '../../runtime/assembly/command-services.js';
import { withAddedSystems } from '../../runtime/assembly/loan-systems-for-command.js';
import { withSession } from '../../runtime/command-session.js';
import type { PayoffService } from '../../subgraphs/servicing/accounts/payoff/payoff.service.js';
import { plainly } from '../command-error.js';
import { reader } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { outOption } from '../shared-options.js';
import { writeNewFile } from '../write-new-file.js';

const on = option('--on <date>', 'the day on which the money would arrive, up to 30 days ahead; default: today');

const account = operand('<account>', 'the account’s id, in any loan system', { as: 'accountId' });

export const payoffs = {
  payoff: withAnswer('show the amount that would pay off a loan', [account, on], async (asked) => {
    const quote = await withPayoffs((payoffs) => payoffs.quote(reader(), asked));
    return {
      document: snakeCased(quote),
      text: `${dollars(quote.amountCents)} received on ${quote.on}; good through ${quote.goodThrough}, then ${quote.perDiemCents} cents more per day.`,
    };
  }),
  'payoff-letter': withAnswer('write a payoff letter as PDF', [account, on, outOption], async ({ out, ...asked }) => {
    const { quote, ...letter } = await withPayoffs((payoffs) => payoffs.letter(reader(), asked));
    await writeNewFile(out, await payoffLetterPdf({ ...snakeCased(letter), quote: snakeCased(quote) }));
    return { document: { file: out, ...snakeCased(quote) }, text: `Wrote ${out}: ${dollars(quote.amountCents)}.` };
  }),
};

/** Uses this shell's loan systems: the secrets of remote ones are environment variables here. */
function withPayoffs<T>(read: (payoffs: PayoffService) => Promise<T>): Promise<T> {
  return withSession((session) =>
    withAddedSystems(session, async (added) => read((await serviceOf('accounts', session, added)).payoffs)),
  ).catch(plainly);
}
