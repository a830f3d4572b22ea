import { sendJson, sendJsonText, type RouteModule } from '../host.js';
import type { LightningCall, LightningReply, LightningSession } from './operations.js';

/** Tells a wired call, which must be cacheable, from an imperative one. */
const WIRED = 'x-lightning-wired';

/**
 * What a page with Lightning components needs: calls of `@AuraEnabled` methods and the rights of the user. Salesforce has no
 * public API for either; these are the local org's own addresses.
 */
export const lightningRoutes: RouteModule = (app, org) => {
  app.get('/local-org/v1/lightning/session', async (request, reply) =>
    sendJson(reply, 200, await org.run<LightningSession>('lightning-session', {}, request.session.userId))
  );

  app.post('/local-org/v1/lightning/apex/:className/:methodName', async (request, reply) => {
    const { className, methodName } = request.params as { className: string; methodName: string };
    const body = request.body as Buffer | undefined;
    const call: LightningCall = {
      className,
      methodName,
      parameters: body && body.length > 0 ? body.toString('utf8') : '{}',
      wired: request.headers[WIRED] === 'true'
    };
    const answer = await org.run<LightningReply>('lightning-call', call, request.session.userId);
    if (!answer.ok) return sendJson(reply, answer.status, answer.problem);
    return sendJsonText(reply, 200, `{"cacheable":${answer.cacheable},"returnValue":${answer.value}}`);
  });
};
