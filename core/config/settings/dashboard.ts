import { booleanSetting, url } from '../setting-schemas.js';

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
};
