import type { Bench } from './support/bench.js';

/** By the file's name: `x.bench.ts` is `x`, `x.proof.ts` is `x-proof`. A file is loaded when its bench runs. */
export const BENCHES = {
  attack: () => import('./attack/attack.bench.js'),
  autopay: () => import('./payments/autopay.bench.js'),
  batches: () => import('./payments/batches.bench.js'),
  boarding: () => import('./ledger/boarding.bench.js'),
  citus: () => import('./citus/citus.bench.js'),
  dashboard: () => import('./dashboard/dashboard.bench.js'),
  'dashboard-jobs': () => import('./dashboard/dashboard-jobs.bench.js'),
  'day-end': () => import('./ledger/day-end.bench.js'),
  'loan-systems': () => import('./loan-systems/loan-systems.bench.js'),
  migration: () => import('./database/migration.bench.js'),
  references: () => import('./payments/references.bench.js'),
  reports: () => import('./reports/reports.bench.js'),
  rest: () => import('./rest/rest.bench.js'),
  sizes: () => import('./database/sizes.bench.js'),
  'tie-out': () => import('./tie-out/tie-out.bench.js'),
  'autopay-proof': () => import('./payments/autopay.proof.js'),
  'campaign-events-proof': () => import('./webhooks/campaign-events.proof.js'),
  'exactly-once-proof': () => import('./payments/exactly-once.proof.js'),
  'faults-proof': () => import('./faults/faults.proof.js'),
  'fineract-proof': () => import('./loan-systems/fineract.proof.js'),
  'ledger-proof': () => import('./ledger/ledger.proof.js'),
  'remote-exactly-once-proof': () => import('./payments/remote-exactly-once.proof.js'),
  'restore-proof': () => import('./payments/restore.proof.js'),
  'sdk-proof': () => import('./payments/sdk.proof.js'),
  'tie-out-proof': () => import('./tie-out/tie-out.proof.js'),
  'webhooks-proof': () => import('./webhooks/webhooks.proof.js'),
  'dashboard-pictures': () => import('./dashboard/dashboard.pictures.js'),
} satisfies Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>>;

export type BenchName = keyof typeof BENCHES;

/** The lines of the list. */
export const ABOUT = {
  attack: 'what 200 hostile connections cost a regular client that reads',
  autopay:
    'schedules that are due on so many loans, charged by an instant processor, beside payments and webhook calls',
  batches: 'a batch of payments on so many loans, tried and recorded',
  boarding: 'a made-up portfolio, boarded: loans, and transactions of each',
  citus: 'the whole product on a Postgres with Citus, beside one without',
  dashboard: 'how fast the dashboard is in a browser: on demo data, then with many transactions',
  'dashboard-jobs': 'clicks, keys and seconds of a lender’s staff for each job, by mouse and by keyboard alone',
  'day-end': 'nights of a made-up portfolio on the ledger: its days closed, loans a second',
  'loan-systems': 'the cost of a sync, and of one hanging loan system to the others',
  migration: 'migrations of a large table while payments are recorded',
  references: 'how many random references of each card-number length are refused',
  reports: 'reports page by page and as CSV',
  rest: 'the main operations: requests a second, processor time and latencies, beside servers written by hand',
  sizes: 'the disk space of rows and their indexes',
  'tie-out': 'payments of one day on so many loans, compared with the ledger',
  'autopay-proof': 'autopay schedules that are due, run by two workers that are each killed so many times',
  'campaign-events-proof': 'email providers’ webhooks, with processes killed right after they accepted them',
  'exactly-once-proof': 'payments on the ledger, each key sent by many clients at once, while the product is killed',
  'faults-proof': 'every part apart under a mixed load, while processes, connections, locks, disks and networks fail',
  'fineract-proof':
    'a running Fineract at its address: payments and reversals while the product is killed and connections are cut',
  'ledger-proof': 'the ledger, compared with an independent recomputation over random histories',
  'remote-exactly-once-proof':
    'payments over each remote loan system, a fault at every second posting, while the product is killed',
  'restore-proof':
    'payments and reversals after a backup, which every client repeats when the database is restored from it',
  'sdk-proof': 'payments through the SDK while everything is killed, hung and reset',
  'tie-out-proof': 'two months on three loan systems and a card processor, without and with faults of each kind',
  'webhooks-proof': 'state changes while writers and workers are killed: each has one webhook event',
  'dashboard-pictures': 'takes the pictures of docs/dashboard.md from the product on demo data',
} satisfies Readonly<Record<BenchName, string>>;
