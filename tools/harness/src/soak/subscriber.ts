import { HttpClient, describeFailure } from '../org/httpClient.js';
import type { RestClient } from '../org/restClient.js';
import { pause } from './load.js';
import type { Tally } from './tally.js';

/** Told when a command is repeated. */
const CHANNEL = '/event/Command_Repeated__e';
/** A connect may wait so long for an event. Milliseconds. */
const HOLD_MS = 120_000;

interface BayeuxReply {
  readonly channel: string;
  readonly successful?: boolean;
  readonly clientId?: string;
  readonly error?: string;
  readonly data?: unknown;
}

/** Listens to a platform event by long polling, as CometD clients do, until it is told to end. */
export async function listen(admin: RestClient, tally: Tally, ends: AbortSignal): Promise<void> {
  const http = new HttpClient(admin.session.instanceUrl, 2);
  const send = async (message: object): Promise<BayeuxReply[]> => {
    const { status, body } = await http.send({
      method: 'POST',
      path: `/cometd/${admin.apiVersion}`,
      headers: { authorization: `OAuth ${admin.session.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify([message]),
      timeoutMs: HOLD_MS,
      signal: ends
    });
    const replies = JSON.parse(body.toString('utf8')) as BayeuxReply[];
    const refused = replies.find(({ successful }) => successful === false);
    if (status !== 200 || refused) throw new Error(`${status} ${refused?.error ?? ''}`.trim());
    return replies;
  };
  try {
    const [{ clientId } = { clientId: '' }] = await send({ channel: '/meta/handshake', version: '1.0' });
    await send({ channel: '/meta/subscribe', clientId, subscription: CHANNEL });
    while (!ends.aborted) {
      const replies = await send({ channel: '/meta/connect', clientId, connectionType: 'long-polling' });
      tally.count('platform events', replies.filter(({ channel }) => channel === CHANNEL).length);
    }
  } catch (error) {
    if (!ends.aborted) tally.error('subscriber', describeFailure(error));
    await pause(1000, ends);
  } finally {
    await http.close();
  }
}
