import type { Request, Response } from 'express';
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
  /** Shows a browser the dashboard, which says that the address has no page; other clients get no page. */
  readonly answerUnrouted: (request: Request, response: Response) => boolean;
}

export function dashboardRoutes(dashboard: Dashboard): DashboardRoutes {
  const { pages, files, sendMissingPage } = dashboardAssets();
  return {
    counted: [...pages, ...sessionRoutes(dashboard), emailFrameRoute(dashboard)],
    uncounted: files,
    answerUnrouted(request, response) {
      if (request.method !== 'GET' || request.accepts(['json', 'html']) !== 'html') return false;
      sendMissingPage(request, response);
      return true;
    },
  };
}
