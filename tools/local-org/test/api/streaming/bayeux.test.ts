import { expect } from 'chai';
import { Bayeux, type Reply } from '../../../src/api/streaming/bayeux.js';

const USER = '005000000000001AAA';

describe('Bayeux', () => {
  let forgotten: string[];
  let bayeux: Bayeux;

  beforeEach(() => {
    forgotten = [];
    bayeux = new Bayeux({
      open: async (_clientId, _userId, channel, replayId) => {
        if (channel !== '/event/Known__e') throw new Error(`404::no channel {${channel}}`);
        expect(replayId).to.be.oneOf([-1, 7]);
        return channel;
      },
      close: () => undefined,
      forget: (clientId) => forgotten.push(clientId),
      changed: () => undefined
    });
  });
  afterEach(() => bayeux.close());

  const send = async (message: object, userId = USER): Promise<Reply[]> =>
    bayeux.answer([{ channel: '', ...message }], userId);
  const handshake = async (): Promise<string> => {
    const [reply] = await send({ channel: '/meta/handshake', id: '1' });
    expect(reply).to.include({ successful: true, id: '1' });
    expect(reply?.ext).to.deep.equal({ replay: true, 'payload.format': true });
    return String(reply?.clientId);
  };

  it('answers a connect at once, the next one when there is an event', async () => {
    const clientId = await handshake();
    await send({
      channel: '/meta/subscribe',
      clientId,
      subscription: '/event/Known__e',
      ext: { replay: { '/event/Known__e': 7 } }
    });
    expect(await send({ channel: '/meta/connect', clientId })).to.have.lengthOf(1);
    const held = send({ channel: '/meta/connect', clientId });
    expect(bayeux.send(clientId, '/event/Known__e', { n: 1 })).to.equal(true);
    const [event, connected] = await held;
    expect(event).to.deep.include({ channel: '/event/Known__e', data: { n: 1 } });
    expect(connected).to.include({ channel: '/meta/connect', successful: true });
  });

  it('answers each of several subscriptions, and leaves the client its others when one is refused', async () => {
    const clientId = await handshake();
    const [good, bad] = await send({
      channel: '/meta/subscribe',
      clientId,
      subscription: ['/event/Known__e', '/event/Other__e']
    });
    expect(good).to.include({ successful: true, subscription: '/event/Known__e' });
    expect(bad).to.deep.include({
      successful: false,
      error: '404::no channel {/event/Other__e}'
    });
  });

  it('sends clients it does not know back to the handshake, other users’ too', async () => {
    const clientId = await handshake();
    for (const [id, user] of [
      ['nobody', USER],
      [clientId, '005000000000002AAA']
    ] as const) {
      const [reply] = await send({ channel: '/meta/connect', clientId: id }, user);
      expect(reply).to.deep.include({ error: '403::Unknown client', advice: { reconnect: 'handshake', interval: 0 } });
    }
  });

  it('gives up a client that leaves its events behind', async () => {
    const clientId = await handshake();
    let sent = 0;
    while (bayeux.send(clientId, '/event/Known__e', sent)) sent++;
    expect(sent).to.equal(10_000);
    expect(forgotten).to.deep.equal([clientId]);
    const [reply] = await send({ channel: '/meta/connect', clientId });
    expect(reply).to.include({ successful: false });
  });

  it('refuses to be published to', async () => {
    const clientId = await handshake();
    const [reply] = await send({ channel: '/event/Known__e', clientId });
    expect(reply?.error).to.match(/cannot publish/);
  });
});
