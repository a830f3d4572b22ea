import { apexRestOperations } from '../api/apexrest/operations.js';
import { batchOperations } from '../api/bulk/batches/operations.js';
import { bulkOperations } from '../api/bulk/operations.js';
import { hubOperations } from '../api/hub/operations.js';
import { lightningOperations } from '../api/lightning/operations.js';
import { localOperations } from '../api/local/operations.js';
import { metadataOperations } from '../api/metadata/operations.js';
import { projectOperations } from '../api/metadata/project-operations.js';
import { oauthOperations } from '../api/oauth/operations.js';
import { restOperations } from '../api/rest/operations.js';
import { scimOperations } from '../api/scim/operations.js';
import { soapDataOperations } from '../api/soap/data-operations.js';
import { soapOperations } from '../api/soap/operations.js';
import { statusOperations } from '../api/status/operations.js';
import { streamingOperations } from '../api/streaming/operations.js';
import { toolingOperations } from '../api/tooling/operations.js';
import type { HandlerTable } from '../platform/handlers.js';
import { eventOperations } from '../platform/events/operations.js';
import { jobOperations } from '../platform/jobs/operations.js';
import { orgOperations } from '../platform/org-operations.js';
import { testOperations } from '../platform/tests/operations.js';

/** Every operation a slot can run, from the part that owns it. */
export const slotHandlers: HandlerTable = {
  ...orgOperations,
  ...jobOperations,
  ...eventOperations,
  ...testOperations,
  ...restOperations,
  ...bulkOperations,
  ...batchOperations,
  ...apexRestOperations,
  ...toolingOperations,
  ...streamingOperations,
  ...soapOperations,
  ...soapDataOperations,
  ...oauthOperations,
  ...hubOperations,
  ...scimOperations,
  ...metadataOperations,
  ...projectOperations,
  ...lightningOperations,
  ...localOperations,
  ...statusOperations
};
