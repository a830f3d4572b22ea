/** Signatures that the providers publish, or that their libraries made. */
import { Buffer } from 'node:buffer';
import { expect } from 'chai';
import type { DeliveryRequest } from '../../src/contract.js';
import { signDelivery } from '../../src/sign/sign.js';
import { verify } from '../../src/verify/verify.js';
import { twilioOracle } from './vendors.js';
import { NOW, requestOf, SECRETS, sourceOf, URL_OF_SOURCE } from './support.js';

describe('signatures with fixed values', () => {
  it('accepts the example of GitHub’s documentation', () => {
    const request = given({
      body: 'Hello, World!',
      headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }
    });
    expect(verify(sourceOf('github'), request).accepted).to.equal(true);
  });

  it('accepts the example of Slack’s documentation', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&' +
      'channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&' +
      'response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&' +
      'trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const request = given({
      body,
      now: 1531420618_000,
      headers: {
        'x-slack-request-timestamp': '1531420618',
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
      }
    });
    expect(verify(sourceOf('slack'), request).accepted).to.equal(true);
  });

  it('accepts the example of Twilio’s documentation', () => {
    const request = given({
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      body: 'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE',
      headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }
    });
    expect(verify(sourceOf('twilio', { secrets: ['12345'] }), request).accepted).to.equal(true);
  });

  it('accepts the examples of Square’s library', () => {
    const examples = [
      {
        key: 'Ibxx_5AKakO-3qeNVR61Dw',
        url: 'https://webhook.site/679a4f3a-dcfa-49ee-bac5-9d0edad886b9',
        body: '{"merchant_id":"MLEFBHHSJGVHD","type":"webhooks.test_notification","event_id":"ac3ac95b-f97d-458c-a6e6-18981597e05f","created_at":"2022-07-13T20:30:59.037339943Z","data":{"type":"webhooks","id":"bc368e64-01aa-407e-b46e-3231809b1129"}}',
        signature: 'GF4YkrJgGBDZ9NIYbNXBnMzqb2HoL4RW/S6vkZ9/2N4='
      },
      {
        key: 'signature-key',
        url: 'https://webhook.site/webhooks',
        body: '{"data":{"type":"webhooks","id":">id<"}}',
        signature: 'Cxt7+aTi4rKgcA0bC4g9EHdVtLSDWdqccmL5MvihU4U='
      }
    ];
    for (const { key, url, body, signature } of examples) {
      const request = given({ url, body, headers: { 'x-square-hmacsha256-signature': signature } });
      const source = sourceOf('square', { secrets: [key] });
      expect(verify(source, request).accepted).to.equal(true);
      expect(verify(source, { ...request, url: `${url}/` })).to.include({ reason: 'signature-mismatch' });
    }
  });

  it('accepts what HubSpot’s library signed', () => {
    const body =
      '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1772366400000,"subscriptionType":"contact.propertyChange","attemptNumber":0,"objectId":123,"propertyName":"firstname","propertyValue":"Zoë"}]';
    const signatures = {
      'https://hooks.example.com/webhooks/crm': 'P0sjS1uyhvMxeS3t45oskLxQactGLfcp3a0n8kMo4Gk=',
      'https://hooks.example.com/webhooks/crm?tenant=a&x=1': 'qQ5hTthZvH2G/5iU4Z34RQxGfmwbArf1WVQWhTBtAjk='
    };
    for (const [url, signature] of Object.entries(signatures)) {
      const request = given({
        url,
        body,
        now: 1772366400123 + 1000,
        headers: { 'x-hubspot-signature-v3': signature, 'x-hubspot-request-timestamp': '1772366400123' }
      });
      expect(verify(sourceOf('hubspot'), request).accepted).to.equal(true);
      expect(verify(sourceOf('hubspot'), { ...request, method: 'PUT' }).accepted).to.equal(false);
    }
  });

  it('takes HubSpot’s address as it is and with the characters that HubSpot decodes', () => {
    const url = `${URL_OF_SOURCE}?to=a%40b.example%2Fc`;
    const signed = signDelivery({ profile: 'hubspot', secret: SECRETS.hubspot[0], url, body: '[]', now: NOW });
    expect(verify(sourceOf('hubspot'), requestOf(signed)).accepted).to.equal(true);
    const decoded = { ...requestOf(signed), url: `${URL_OF_SOURCE}?to=a@b.example/c` };
    expect(verify(sourceOf('hubspot'), decoded).accepted).to.equal(true);
  });
});

describe('Twilio', () => {
  const [secret] = SECRETS.twilio;

  it('binds a JSON body by its digest in the address', () => {
    const signed = signDelivery({ profile: 'twilio', secret, url: URL_OF_SOURCE, body: '{"a":1}', now: NOW });
    expect(signed.url).to.contain('?bodySHA256=');
    expect(twilioOracle.accepts(signed, secret)).to.equal(true);
    expect(verify(sourceOf('twilio'), requestOf(signed)).accepted).to.equal(true);
    const changed = requestOf(signed, { rawBody: Buffer.from('{"a":2}') });
    expect(verify(sourceOf('twilio'), changed)).to.include({ reason: 'signature-mismatch' });
  });

  it('counts equal values of a field once and sorts the others', () => {
    const signed = twilioOracle.sign('b=2&a=z&a=y&a=z&A=0&empty=', secret);
    expect(verify(sourceOf('twilio'), requestOf(signed)).accepted).to.equal(true);
  });

  it('takes the address with and without the standard port', () => {
    const signed = twilioOracle.sign('a=1', secret);
    for (const url of [URL_OF_SOURCE.replace('.com', '.com:443'), URL_OF_SOURCE]) {
      expect(verify(sourceOf('twilio'), requestOf(signed, { url })).accepted, url).to.equal(true);
    }
    const elsewhere = requestOf(signed, { url: URL_OF_SOURCE.replace('hooks', 'other') });
    expect(verify(sourceOf('twilio'), elsewhere).accepted).to.equal(false);
  });

  it('follows the algorithm that the settings header names, and no unknown one', () => {
    const signed = twilioOracle.sign('a=1', secret);
    const withSettings = (settings: string): DeliveryRequest =>
      requestOf({ ...signed, headers: { ...signed.headers, 'x-twilio-webhooks-signature-settings': settings } });
    expect(verify(sourceOf('twilio'), withSettings('key=k1,algorithm=HMAC_SHA1')).accepted).to.equal(true);
    expect(verify(sourceOf('twilio'), withSettings('key=k1,algorithm=HMAC_SHA256'))).to.include({
      reason: 'signature-mismatch'
    });
    expect(verify(sourceOf('twilio'), withSettings('algorithm=NONE'))).to.include({ reason: 'signature-malformed' });
  });
});

function given(parts: {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly url?: string;
  readonly now?: number;
}): DeliveryRequest {
  const { body, headers, url = URL_OF_SOURCE, now = NOW } = parts;
  return { method: 'POST', url, headers, rawBody: Buffer.from(body), now };
}
