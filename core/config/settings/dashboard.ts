import { booleanSetting, url, wholeNumberSetting } from '../setting-schemas.js';

/** The explorer and the dashboard. */
export const DASHBOARD = {
  EXPLORER_ENABLED: booleanSetting()
    .optional()
    .describe('Whether the GraphQL host has `/explorer`. Default: true, in production false.'),
  DASHBOARD_ENABLED: booleanSetting()
    .optional()
    .describe('Whether the GraphQL host has the dashboard. Default: true, in production false.'),
  DASHBOARD_URL: url()
    .optional()
    .describe(
      'The address by which operators know the GraphQL host and its dashboard. Default: host and port; required in production where the dashboard is enabled, with https.',
    ),
  SESSION_IDLE_MINUTES: wholeNumberSetting(0, 720)
    .default(30)
    .describe('Minutes without an act of the person after which a session in the browser ends; 0: none.'),
};
