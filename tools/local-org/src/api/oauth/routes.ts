import { sendJson, type RouteModule } from '../host.js';

/** Who the caller is: what `sf org login access-token` asks first. Source: OpenID Connect UserInfo (Salesforce help, remoteaccess_using_userinfo_endpoint). */
export const oauthRoutes: RouteModule = (app, org) => {
  app.get('/services/oauth2/userinfo', async (request, reply) => {
    const user = await org.run<{ id: string; username: string; name: string; email: string }>(
      'current-user',
      {},
      request.session.userId
    );
    return sendJson(reply, 200, {
      sub: `${org.url()}/id/${org.orgId}/${user.id}`,
      user_id: user.id,
      organization_id: org.orgId,
      preferred_username: user.username,
      name: user.name,
      email: user.email,
      urls: {}
    });
  });
};
