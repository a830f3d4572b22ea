import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { Bayeux, type Message } from './bayeux.js';
import { EventTopics } from './event-topics.js';
import { SystemTopics, SYSTEM_TOPICS } from './system-topics.js';

/**
 * Streaming API by long polling: platform events, and the system topics that the CLI listens to.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_streaming.meta/api_streaming/
 */
export const streamingRoutes: RouteModule = (app, org) => {
  const events = new EventTopics(org, (clientId, channel, data) => bayeux.send(clientId, channel, data));
  const bayeux: Bayeux = new Bayeux({
    open: async (clientId, userId, channel, replayId) =>
      SYSTEM_TOPICS.includes(channel) ? channel : events.subscribe(clientId, userId, channel, replayId),
    close: (clientId, channel) => events.unsubscribe(clientId, channel),
    forget: (clientId) => events.forget(clientId),
    changed: () => topics.listen()
  });
  const topics = new SystemTopics(org, bayeux);
  app.addHook('preClose', async () => {
    topics.close();
    bayeux.close();
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const messages = messagesOf(request);
    const token = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const session = org.findSession(token ?? '');
    if (!session) return sendJson(reply, 401, messages.map(denied));
    return sendJson(reply, 200, await bayeux.answer(messages, session.userId));
  };
  for (const url of ['/cometd/:version', '/cometd/:version/*']) {
    app.post(url, { config: { ownAuthentication: true } }, answer);
  }
};

/** What clients without a valid token are told, in words they understand: do not come again. */
const denied = ({ channel, id }: Message): unknown => ({
  channel,
  ...(id === undefined ? {} : { id }),
  successful: false,
  error: channel === '/meta/handshake' ? '403::Handshake denied' : '401::Authentication invalid',
  advice: { reconnect: 'none' },
  ext: { sfdc: { failureReason: '401::Authentication invalid' }, replay: true }
});

function messagesOf(request: FastifyRequest): Message[] {
  let value: unknown;
  try {
    value = JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '');
  } catch {
    value = null;
  }
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const isMessage = (item: unknown): item is Message => typeof (item as Partial<Message> | null)?.channel === 'string';
  if (list.length === 0 || !list.every(isMessage)) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body holds no Bayeux messages');
  }
  return list;
}
