import { it } from 'vitest';
import { proveAutopayKills } from '../support/autopay-kills-proof.js';

const SCHEDULES = 60;
const KILLS = 3;

/** A small share of `npm run bench -- autopay-proof`. */
it(
  `${SCHEDULES} autopay schedules, two workers, each killed ${KILLS} times: every run ends once, charged and posted, or refunded, or failed`,
  () => proveAutopayKills({ schedules: SCHEDULES, kills: KILLS }),
  400_000,
);
