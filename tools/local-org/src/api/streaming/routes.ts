import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import type { Message } from './bayeux.js';
import { SystemTopics } from './system-topics.js';

/** Streaming API by long polling (api_streaming): the system topics that the CLI listens to. */
export const streamingRoutes: RouteModule = (app, org) => {
  const topics = new SystemTopics(org);
  app.addHook('preClose', async () => topics.close());

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendJson(reply, 200, await topics.bayeux.answer(messagesOf(request), request.session.userId));
  for (const url of ['/cometd/:version', '/cometd/:version/*']) app.post(url, answer);
};

function messagesOf(request: FastifyRequest): Message[] {
  let value: unknown;
  try {
    value = JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '');
  } catch {
    value = null;
  }
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const isMessage = (item: unknown): item is Message => typeof (item as Partial<Message> | null)?.channel === 'string';
  if (!list.every(isMessage)) throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body holds no Bayeux messages');
  return list;
}
