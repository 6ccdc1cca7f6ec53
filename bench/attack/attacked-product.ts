import { openDemoStart } from '../../test/support/demo-start.js';
import { freePorts } from '../../test/support/free-ports.js';

/** What attackers know: addresses, and the token of a key without scopes. */
export interface AttackTarget {
  readonly base: number;
  readonly graphql: number;
  readonly account: string;
  readonly key: string;
  /** An access token of that key. */
  readonly token: string;
}

export type AttackedProduct = Awaited<ReturnType<typeof startAttackedProduct>>;

/** The product with its demo data, as `npm start` runs it. Its logs are discarded. */
export async function startAttackedProduct() {
  const [metrics = 0] = await freePorts(1);
  const started = await openDemoStart({ METRICS_PORT: String(metrics), LOG_LEVEL: 'info' }, { discardsErrors: true });
  const { keys, sandbox_accounts: accounts } = await started.credentials();
  const keyOf = (name: string): string => keys.find((each: { name: string }) => each.name === name).key;
  const { base_url: baseUrl, graphql_url: graphqlUrl } = started.addresses;
  const target: AttackTarget = {
    base: Number(new URL(baseUrl).port),
    graphql: Number(new URL(graphqlUrl).port),
    account: accounts['SBX-POSTS'],
    key: keyOf('legacy'),
    token: (await started.api('legacy')).token,
  };
  return {
    pid: started.product.pid,
    baseUrl,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    /** Keys of the reading clients: each has its own rate limit. */
    readers: ['full', 'reader', 'other'].map(keyOf),
    target,
    stop: started.close,
  };
}
