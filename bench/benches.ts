import type { Bench } from './support/bench.js';

/** A line of the list, and the file that is loaded when the bench runs. */
interface Entry {
  readonly about: string;
  readonly load: () => Promise<{ readonly bench: Bench }>;
}

/** By the file's name: `x.bench.ts` is `x`, `x.proof.ts` is `x-proof`. */
export const BENCHES = {
  attack: {
    about: 'what 200 hostile connections cost a regular client that reads',
    load: () => import('./attack/attack.bench.js'),
  },
  batches: {
    about: 'a batch of payments on so many loans, tried and recorded',
    load: () => import('./payments/batches.bench.js'),
  },
  boarding: {
    about: 'a made-up portfolio, boarded: loans, and transactions of each',
    load: () => import('./ledger/boarding.bench.js'),
  },
  citus: {
    about: 'the whole product on a Postgres with Citus, beside one without',
    load: () => import('./citus/citus.bench.js'),
  },
  dashboard: {
    about: 'how fast the dashboard is in a browser: on demo data, then with many transactions',
    load: () => import('./dashboard/dashboard.bench.js'),
  },
  'loan-systems': {
    about: 'the cost of a sync, and of one hanging loan system to the others',
    load: () => import('./loan-systems/loan-systems.bench.js'),
  },
  migration: {
    about: 'migrations of a large table while payments are recorded',
    load: () => import('./database/migration.bench.js'),
  },
  references: {
    about: 'how many random references of each card-number length are refused',
    load: () => import('./payments/references.bench.js'),
  },
  reports: {
    about: 'reports page by page and as CSV',
    load: () => import('./reports/reports.bench.js'),
  },
  rest: {
    about: 'requests per second, as ratios to a bare handler',
    load: () => import('./rest/rest.bench.js'),
  },
  sizes: {
    about: 'the disk space of rows and their indexes',
    load: () => import('./database/sizes.bench.js'),
  },
  'tie-out': {
    about: 'payments of one day on so many loans, compared with the ledger',
    load: () => import('./tie-out/tie-out.bench.js'),
  },
  'autopay-proof': {
    about: 'autopay schedules that are due, run by two workers that are each killed so many times',
    load: () => import('./payments/autopay.proof.js'),
  },
  'campaign-events-proof': {
    about: 'email providers’ webhooks, with processes killed right after they accepted them',
    load: () => import('./webhooks/campaign-events.proof.js'),
  },
  'exactly-once-proof': {
    about: 'payments on the ledger, each key sent by many clients at once, while the product is killed',
    load: () => import('./payments/exactly-once.proof.js'),
  },
  'faults-proof': {
    about: 'every part apart under a mixed load, while processes, connections, locks, disks and networks fail',
    load: () => import('./faults/faults.proof.js'),
  },
  'ledger-proof': {
    about: 'the ledger, compared with an independent recomputation over random histories',
    load: () => import('./ledger/ledger.proof.js'),
  },
  'remote-exactly-once-proof': {
    about: 'payments over each remote loan system, a fault at every second posting, while the product is killed',
    load: () => import('./payments/remote-exactly-once.proof.js'),
  },
  'sdk-proof': {
    about: 'payments through the SDK while everything is killed, hung and reset',
    load: () => import('./payments/sdk.proof.js'),
  },
  'tie-out-proof': {
    about: 'two months on three loan systems and a card processor, without and with faults of each kind',
    load: () => import('./tie-out/tie-out.proof.js'),
  },
  'webhooks-proof': {
    about: 'state changes while writers and workers are killed: each has one webhook event',
    load: () => import('./webhooks/webhooks.proof.js'),
  },
  'dashboard-pictures': {
    about: 'takes the pictures of docs/dashboard.md from the product on demo data',
    load: () => import('./dashboard/dashboard.pictures.js'),
  },
} satisfies Readonly<Record<string, Entry>>;
