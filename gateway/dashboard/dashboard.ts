import type { HostRoute } from '../../core/http/front/routed-host.js';
import { dashboardAssets } from './assets.js';
import { emailFrameRoute } from './email-frame.js';
import { type SessionRouteParts, sessionRoutes } from './session-routes.js';

/** What the gateway's host needs to serve the dashboard. */
export type Dashboard = SessionRouteParts;

export interface DashboardRoutes {
  /** Routes without authentication, counted by address. */
  readonly counted: readonly HostRoute[];
  readonly uncounted: readonly HostRoute[];
}

export function dashboardRoutes(dashboard: Dashboard): DashboardRoutes {
  const { pages, files } = dashboardAssets();
  return { counted: [...pages, ...sessionRoutes(dashboard), emailFrameRoute(dashboard)], uncounted: files };
}
