import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { TestRuns, type TestRunRequest } from './test-runs.js';

/** The Tooling API's resources for tests, anonymous Apex and logs (api_tooling). */
export const toolingRoutes: RouteModule = (app, org) => {
  const tooling = '/services/data/:version/tooling';
  const runs = new TestRuns(org);

  app.post(`${tooling}/runTestsAsynchronous`, async (request, reply) => {
    const id = await runs.start(jsonBody(request) as TestRunRequest, request.session.userId);
    return sendJson(reply, 200, id);
  });

  app.post(`${tooling}/runTestsSynchronous`, async (request, reply) =>
    sendJson(reply, 200, await runs.runNow(jsonBody(request) as TestRunRequest, request.session.userId))
  );

  app.get<{ Querystring: { anonymousBody?: string } }>(`${tooling}/executeAnonymous`, async (request, reply) => {
    if (request.query.anonymousBody === undefined) {
      throw new ApiError(400, 'INVALID_REQUEST', 'the parameter anonymousBody is missing');
    }
    const { log: _log, ...result } = await org.run<{ log: string }>(
      'execute-anonymous',
      { source: request.query.anonymousBody },
      request.session.userId
    );
    return sendJson(reply, 200, result);
  });
};
