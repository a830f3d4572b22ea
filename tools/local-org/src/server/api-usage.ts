import type { FastifyInstance } from 'fastify';
import { fault } from '../api/soap/envelope.js';
import { ApiError } from '../platform/api-error.js';
import type { OrgUsage } from '../platform/usage.js';

/** Resources whose requests count; the list of versions, logins, streaming and the local org's own do not. */
const REST = /^\/services\/(?:data\/v|apexrest\/)/;
const SOAP = /^\/services\/Soap\//;
const MESSAGE = 'TotalRequests Limit exceeded.';

/**
 * Counts requests against the daily allowance, tells REST clients how it stands, and refuses what is beyond it.
 * Source: api_rest, headers_api_usage; https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
 */
export function countRequests(app: FastifyInstance, usage: OrgUsage): void {
  app.addHook('onRequest', async (request, reply) => {
    const isRest = REST.test(request.url);
    if (!isRest && !SOAP.test(request.url)) return;
    const allowed = usage.use('DailyApiRequests');
    if (isRest) {
      reply.header(
        'sforce-limit-info',
        `api-usage=${usage.used('DailyApiRequests')}/${usage.maximum('DailyApiRequests')}`
      );
    }
    if (allowed) return;
    if (isRest) throw new ApiError(403, 'REQUEST_LIMIT_EXCEEDED', MESSAGE);
    await reply.code(500).type('text/xml; charset=utf-8').send(fault('REQUEST_LIMIT_EXCEEDED', MESSAGE));
  });
}
