import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';

/** Passwords by REST (api_rest, resources_sobject_user_password). */
export const passwordRoutes: RouteModule = (app, org) => {
  const resource = '/services/data/:version/sobjects/User/:id/password';
  interface Params {
    Params: { id: string };
  }

  app.get<Params>(resource, async (_request, reply) => sendJson(reply, 200, { isExpired: false }));

  app.post<Params>(resource, async (request, reply) => {
    const password = jsonBody(request).NewPassword;
    if (typeof password !== 'string') throw new ApiError(400, 'INVALID_REQUEST', 'the body must hold "NewPassword"');
    await org.run('password-set', { userId: request.params.id, password }, request.session.userId);
    return reply.code(204).send();
  });

  app.delete<Params>(resource, async (request, reply) => {
    const password = await org.run<string>('password-reset', { userId: request.params.id }, request.session.userId);
    return sendJson(reply, 200, { NewPassword: password });
  });
};
