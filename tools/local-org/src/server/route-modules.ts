import { apexRestRoutes } from '../api/apexrest/routes.js';
import { batchRoutes } from '../api/bulk/batches/routes.js';
import { bulkRoutes } from '../api/bulk/routes.js';
import type { RouteModule } from '../api/host.js';
import { lightningRoutes } from '../api/lightning/routes.js';
import { localRoutes } from '../api/local/routes.js';
import { metadataRoutes } from '../api/metadata/routes.js';
import { oauthRoutes } from '../api/oauth/routes.js';
import { restRoutes } from '../api/rest/routes.js';
import { scimRoutes } from '../api/scim/routes.js';
import { apexSoapRoutes } from '../api/soap/apex-routes.js';
import { partnerSoapRoutes } from '../api/soap/partner-routes.js';
import { statusRoutes } from '../api/status/routes.js';
import { streamingRoutes } from '../api/streaming/routes.js';
import { codeRowRoutes } from '../api/tooling/code-rows.js';
import { toolingRoutes } from '../api/tooling/routes.js';

export const routeModules: readonly RouteModule[] = [
  oauthRoutes,
  restRoutes,
  bulkRoutes,
  batchRoutes,
  apexRestRoutes,
  toolingRoutes,
  codeRowRoutes,
  streamingRoutes,
  apexSoapRoutes,
  partnerSoapRoutes,
  scimRoutes,
  metadataRoutes,
  lightningRoutes,
  localRoutes,
  statusRoutes
];
