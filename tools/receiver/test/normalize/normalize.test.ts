import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'yaml';
import { configurationFile } from '../../src/config/schema.js';
import type { DeliveryRequest, EventPaths, Normalization, NormalizedEvent, Profile } from '../../src/contract.js';
import { PROFILES } from '../../src/contract.js';
import { findMisfit, PAYLOAD_LENGTH } from '../../src/inboxLimits.js';
import { eventProblems, normalize } from '../../src/normalize/normalize.js';
import { NOW, sourceOf, URL_OF_SOURCE } from '../verify/support.js';

const SHOP: EventPaths = {
  type: 'type',
  entityType: 'constant:order',
  entityId: 'data.id',
  version: 'version',
  timestamp: 'at',
  payload: 'data',
  correlationId: 'header:x-request-id'
};

function normalized(
  body: string | Buffer,
  profile: Profile = 'generic',
  event: EventPaths = profile === 'generic' ? SHOP : {},
  headers: DeliveryRequest['headers'] = { 'content-type': 'application/json' }
): Normalization {
  const rawBody = typeof body === 'string' ? Buffer.from(body) : body;
  const request = { method: 'POST', url: URL_OF_SOURCE, headers, rawBody, now: NOW };
  return normalize(sourceOf(profile, { name: 'Shop', event }), request);
}

function eventsOf(...given: Parameters<typeof normalized>): readonly NormalizedEvent[] {
  const result = normalized(...given);
  if (result.kind !== 'events') throw new Error(JSON.stringify(result));
  return result.events;
}

/** What is said about a delivery that cannot be used. */
function detailOf(...given: Parameters<typeof normalized>): string {
  const result = normalized(...given);
  if (result.kind === 'events') {
    return result.events.map((event) => findMisfit(event)?.detail).find((detail) => detail !== undefined) ?? 'fine';
  }
  return result.kind === 'malformed' ? result.detail : result.kind;
}

describe('normalize', () => {
  it('finds what the inbox wants by the configured paths', () => {
    const body =
      '{"type":"order.updated","version":4,"at":"2026-03-01T12:00:00+01:00","data":{"id":98765,"total":10.50 }}';
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r'.repeat(200) };
    expect(eventsOf(body, 'generic', SHOP, headers)).to.deep.equal([
      {
        eventKey: 'Shop:order:98765:v4',
        source: 'Shop',
        eventType: 'order.updated',
        entityId: '98765',
        sourceTimestamp: '2026-03-01T11:00:00.000Z',
        sourceVersion: '4',
        payload: '{"id":98765,"total":10.50 }',
        correlationId: 'r'.repeat(128)
      }
    ]);
  });

  it('keeps numbers beyond what JavaScript can count', () => {
    const [event] = eventsOf(
      '{"type":"t","version":900719925474099301,"data":{"id":12345678901234567890,"n":1e400,"f":0.10}}'
    );
    expect(event).to.include({
      eventKey: 'Shop:order:12345678901234567890:v900719925474099301',
      entityId: '12345678901234567890',
      sourceVersion: '900719925474099301',
      payload: '{"id":12345678901234567890,"n":1e400,"f":0.10}'
    });
    expect(detailOf('{"type":"t","version":1e18,"data":{"id":1}}')).to.equal(
      "the version at 'version' is no whole number"
    );
    expect(detailOf(`{"type":"t","version":${'9'.repeat(19)},"data":{"id":1}}`)).to.contain('18 digits');
  });

  it('keeps duplicate names in the payload and reads the last', () => {
    const [event] = eventsOf('{"type":"t","version":1,"data":{"id":"first","id":"last"}}');
    expect(event).to.include({ entityId: 'last', payload: '{"id":"first","id":"last"}' });
  });

  it('makes the same key of the same body, whenever and however it arrives', () => {
    const body = '{"type":"t","at":"2026-03-01T12:00:00Z","data":{"id":1}}';
    const keyAt = (now: number, headers: DeliveryRequest['headers']): string => {
      const request = { method: 'POST', url: URL_OF_SOURCE, headers, rawBody: Buffer.from(body), now };
      const result = normalize(sourceOf('generic', { event: SHOP }), request);
      return result.kind === 'events' ? result.events[0]!.eventKey : result.kind;
    };
    const key = keyAt(NOW, { 'x-request-id': 'one', 'x-shopify-webhook-id': '1' });
    expect(keyAt(NOW + 1e9, { 'x-request-id': 'two', date: 'today' })).to.equal(key);
  });

  it('keeps apart two changes that fall into one second', () => {
    const [one] = eventsOf('{"type":"t","at":"2026-03-01T12:00:00Z","data":{"id":1,"total":1}}');
    const [two] = eventsOf('{"type":"t","at":"2026-03-01T12:00:00Z","data":{"id":1,"total":2}}');
    expect(one!.eventKey).not.to.equal(two!.eventKey);
  });

  it('takes the time of the source as it is, a year off or not', () => {
    const at = (time: string): string | null =>
      eventsOf(`{"type":"t","at":"${time}","data":{"id":1}}`)[0]!.sourceTimestamp;
    expect(at('2025-03-01T12:00:00Z')).to.equal('2025-03-01T12:00:00.000Z');
    expect(at('2027-03-01T12:00:00Z')).to.equal('2027-03-01T12:00:00.000Z');
  });

  it('refuses bodies that are no message, and says where', () => {
    const cases: [string | Buffer, string][] = [
      [Buffer.alloc(0), 'the body is empty'],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'the body is not UTF-8'],
      ['{"type":', 'the body is not JSON'],
      ['['.repeat(10_000) + ']'.repeat(10_000), 'the body is nested more than 256 levels deep'],
      [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'the body is nested more than 256 levels deep'],
      ['null', "there is no type at 'type'"],
      ['{"type":"t"}', "there is no entityId at 'data.id'"],
      ['{"type":"t","data":{"id":null}}', "there is no entityId at 'data.id'"],
      ['{"type":"t","data":{"id":" "}}', "there is no entityId at 'data.id'"],
      ['{"type":"t","data":{"id":"a\\u0000b"}}', 'the entity id contains characters that cannot be stored'],
      ['{"type":"t","data":{"id":"\\ud800"}}', "the entityId at 'data.id' contains half a character"],
      [`{"type":"t","data":{"id":"${'x'.repeat(256)}"}}`, 'the entity id has more than 255 characters'],
      [
        '{"type":"t","at":"yesterday","data":{"id":1}}',
        "the timestamp at 'at' is no ISO 8601 time, such as 2026-01-31T12:00:00Z"
      ]
    ];
    for (const [body, detail] of cases) expect(detailOf(body)).to.equal(detail);
  });

  it('leaves the payload its length, so that one too long for the inbox shows', () => {
    const body = (length: number): string => `{"type":"t","data":{"id":1,"text":"${'x'.repeat(length - 18)}"}}`;
    expect(eventsOf(body(PAYLOAD_LENGTH))[0]!.payload).to.have.length(PAYLOAD_LENGTH);
    expect(findMisfit(eventsOf(body(PAYLOAD_LENGTH + 1))[0]!)).to.deep.equal({
      kind: 'too-large',
      detail: 'the payload of an event has more than 131072 characters'
    });
  });

  it('takes several events of one delivery, each with its own text', () => {
    const paths = { ...SHOP, events: 'batch', payload: undefined };
    const body = '{"batch":[ {"type":"t","version":1,"data":{"id":"a"}} ,{"type":"t","version":2,"data":{"id":"a"} }]}';
    expect(eventsOf(body, 'generic', paths).map((event) => [event.eventKey, event.payload])).to.deep.equal([
      ['Shop:order:a:v1', '{"type":"t","version":1,"data":{"id":"a"}}'],
      ['Shop:order:a:v2', '{"type":"t","version":2,"data":{"id":"a"} }']
    ]);
    expect(eventsOf('{"batch":[]}', 'generic', paths)).to.deep.equal([]);
    expect(detailOf('{"batch":{}}', 'generic', paths)).to.equal("the body has no list at 'batch'");
    expect(detailOf('{"batch":[{"type":"t","data":{"id":1}},{}]}', 'generic', paths)).to.equal(
      "event 2 of 2: there is no type at 'type'"
    );
  });

  it('takes names with points and the first of several places', () => {
    const paths = { ...SHOP, payload: undefined, entityId: 'order\\.id | data.id | constant:none' };
    expect(eventsOf('{"type":"t","order.id":7}', 'generic', paths)[0]!.entityId).to.equal('7');
    expect(eventsOf('{"type":"t","data":{"id":8}}', 'generic', paths)[0]!.entityId).to.equal('8');
    expect(eventsOf('{"type":"t"}', 'generic', paths)[0]!.entityId).to.equal('none');
  });

  it('says at the start what a source leaves open', () => {
    expect(eventProblems(sourceOf('generic'))).to.deep.equal([
      "'Orders' does not say where its events have their type: write event.type.",
      "'Orders' does not say where its events have their entityId: write event.entityId."
    ]);
    for (const profile of PROFILES)
      if (profile !== 'generic') expect(eventProblems(sourceOf(profile))).to.deep.equal([]);
  });
});

describe('the presets', () => {
  const EXAMPLES: [Profile, string, Record<string, string>, Partial<NormalizedEvent>][] = [
    [
      'standard-webhooks',
      '{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z","data":{"id":"c1"}}',
      { 'webhook-id': 'msg_1' },
      { eventKey: 'Shop:msg_1', entityId: 'c1', sourceTimestamp: '2022-11-03T20:26:10.344Z' }
    ],
    [
      'stripe',
      '{"id":"evt_1","type":"charge.succeeded","created":1769860800,"data":{"object":{"id":"ch_1"}}}',
      {},
      {
        eventKey: 'Shop:evt_1',
        eventType: 'charge.succeeded',
        entityId: 'ch_1',
        sourceTimestamp: '2026-01-31T12:00:00.000Z'
      }
    ],
    [
      'shopify',
      '{"id":820982911946154508,"updated_at":"2026-01-31T07:00:00-05:00"}',
      { 'x-shopify-topic': 'orders/updated', 'x-shopify-webhook-id': 'random' },
      {
        eventKey:
          'Shop::820982911946154508:orders%2Fupdated:t2026-01-31T07%3A00%3A00-05%3A00:a69ca5ab2c4fd9ed808720f366860acf',
        entityId: '820982911946154508',
        sourceTimestamp: '2026-01-31T12:00:00.000Z'
      }
    ],
    [
      'github',
      '{"action":"opened","issue":{"node_id":"I_1","updated_at":"2026-01-31T12:00:00Z"},"repository":{"node_id":"R_1"}}',
      { 'x-github-event': 'issues' },
      { eventType: 'issues', entityId: 'I_1', sourceTimestamp: '2026-01-31T12:00:00.000Z' }
    ],
    [
      'slack',
      '{"type":"event_callback","event_id":"Ev1","event_time":1769860800,"event":{"type":"message","channel":"C1"}}',
      {},
      { eventKey: 'Shop:Ev1', eventType: 'message', entityId: 'C1', sourceTimestamp: '2026-01-31T12:00:00.000Z' }
    ],
    [
      'adyen',
      '{"notificationItems":[{"NotificationRequestItem":{"pspReference":"P1","eventCode":"AUTHORISATION","success":"true","eventDate":"2026-01-31T13:00:00+01:00"}}]}',
      {},
      { eventKey: 'Shop:P1:AUTHORISATION:true', entityId: 'P1', sourceTimestamp: '2026-01-31T12:00:00.000Z' }
    ],
    [
      'hubspot',
      '[{"eventId":1,"subscriptionId":2,"objectId":3,"occurredAt":1769860800000,"attemptNumber":5,"subscriptionType":"deal.creation"}]',
      {},
      { eventKey: 'Shop:1:2:3:1769860800000', entityId: '3', sourceTimestamp: '2026-01-31T12:00:00.000Z' }
    ],
    [
      'paddle',
      '{"event_id":"evt_1","event_type":"transaction.completed","occurred_at":"2026-01-31T12:00:00.5Z","data":{"id":"txn_1"}}',
      {},
      { eventKey: 'Shop:evt_1', entityId: 'txn_1', sourceTimestamp: '2026-01-31T12:00:00.500Z' }
    ],
    [
      'square',
      '{"event_id":"e1","type":"payment.updated","created_at":"2026-01-31T12:00:00Z","data":{"id":"p1"}}',
      {},
      { eventKey: 'Shop:e1', eventType: 'payment.updated', entityId: 'p1' }
    ]
  ];
  for (const [profile, body, headers, expected] of EXAMPLES) {
    it(`read a message of ${profile}`, () => {
      const [event] = eventsOf(body, profile, {}, headers);
      expect(event).to.deep.include({ source: 'Shop', ...expected });
    });
  }

  it('read a form of Twilio as JSON', () => {
    const form = 'MessageSid=SM1&MessageStatus=delivered&To=%2B49';
    const [event] = eventsOf(
      form,
      'twilio',
      {},
      { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    );
    expect(event).to.include({
      entityId: 'SM1',
      eventType: 'delivered',
      sourceTimestamp: null,
      payload: '{"MessageSid":"SM1","MessageStatus":"delivered","To":"+49"}'
    });
  });

  it('give Slack its challenge back', () => {
    expect(normalized('{"type":"url_verification","challenge":"3eZb"}', 'slack')).to.deep.equal({
      kind: 'handshake',
      contentType: 'text/plain; charset=utf-8',
      body: '3eZb'
    });
  });

  it('yield to what is configured', () => {
    const body =
      '{"id":"evt_1","uid":"u1","type":"dispute","created":1,"data":{"object":{"id":"dp_1","charge":"ch_1"}}}';
    const paths = { id: 'uid', entityId: 'data.object.charge | data.object.id' };
    expect(eventsOf(body, 'stripe', paths)[0]).to.include({ eventKey: 'Shop:u1', entityId: 'ch_1' });
  });
});

describe('the examples', () => {
  for (const name of ['receiver.yaml', 'production.yaml']) {
    it(`${name}: a charge and its dispute are events of one payment`, async () => {
      const text = await readFile(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
      const { sources } = configurationFile.parse(parse(text));
      const { profile, event } = sources.find((source) => source.name === 'Payments')!;
      const charge = '{"id":"evt_1","type":"charge.succeeded","created":1,"data":{"object":{"id":"ch_1"}}}';
      const dispute =
        '{"id":"evt_2","type":"charge.dispute.created","created":2,"data":{"object":{"id":"dp_1","charge":"ch_1"}}}';

      for (const body of [charge, dispute]) expect(eventsOf(body, profile, event)[0]!.entityId).to.equal('ch_1');
    });
  }
});
