import { openStandIn, REMOTE_KINDS } from '../../test/support/remote-stand-ins.js';

/**
 * A stand-in in its own process, so that its memory does not count as the bench's: `stand-in.js KIND LOANS
 * TRANSACTIONS`.
 */
const [kind, loans, transactions] = process.argv.slice(2);
const known = REMOTE_KINDS.find((candidate) => candidate === kind);
if (known === undefined) throw new Error(`no stand-in for ${kind}`);
const system = await openStandIn(known, false);
system.bulk(Number(loans), Number(transactions));
const { baseUrl, settings, secretEnv, environment } = system;
process.stdout.write(`${JSON.stringify({ baseUrl, settings, secretEnv, environment })}\n`);
