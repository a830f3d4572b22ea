import { Buffer } from 'node:buffer';
import { expect } from 'chai';
import { readForm } from '../../src/body/form.js';
import { PROFILES, type DeliveryRequest, type Profile, type Verification } from '../../src/contract.js';
import { signDelivery, type SignedDelivery } from '../../src/sign/sign.js';
import { secretProblems, verify } from '../../src/verify/verify.js';
import { bodyFor, GENERIC_SCHEME, NOW, requestOf, SECRETS, sourceOf, URL_OF_SOURCE } from './support.js';

/** Profiles whose provider signs the time, with the window in seconds. */
const WINDOWS: Partial<Record<Profile, number>> = {
  'standard-webhooks': 300,
  stripe: 300,
  slack: 300,
  hubspot: 300,
  paddle: 5,
  generic: 300
};

function signed(profile: Profile, secret = SECRETS[profile][0], body = bodyFor(profile)): SignedDelivery {
  const scheme = profile === 'generic' ? GENERIC_SCHEME : undefined;
  return signDelivery({ profile, scheme, secret, url: URL_OF_SOURCE, body, id: 'msg_1', now: NOW });
}

function refusedAs(reason: string): Verification {
  return { accepted: false, reason } as Verification;
}

describe('verify', () => {
  for (const profile of PROFILES) {
    describe(profile, () => {
      const [secret, other] = SECRETS[profile];

      it('accepts what was signed', () => {
        expect(verify(sourceOf(profile), requestOf(signed(profile)))).to.deep.equal({ accepted: true, secretIndex: 0 });
      });

      it('accepts under each of several secrets, and tells which', () => {
        const rotating = sourceOf(profile, { secrets: [other, secret] });
        expect(verify(rotating, requestOf(signed(profile)))).to.deep.equal({ accepted: true, secretIndex: 1 });
        expect(verify(rotating, requestOf(signed(profile, other)))).to.deep.equal({ accepted: true, secretIndex: 0 });
      });

      it('refuses under another secret', () => {
        const wrong = sourceOf(profile, { secrets: [other] });
        expect(verify(wrong, requestOf(signed(profile)))).to.deep.equal(refusedAs('signature-mismatch'));
      });

      it('refuses with any character of a header changed, left out or added', () => {
        const delivery = signed(profile);
        for (const [name, value] of Object.entries(delivery.headers)) {
          if (name === 'content-type') continue;
          for (let at = 0; at < value.length; at += 1) {
            const replacement = value[at] === 'a' ? 'b' : 'a';
            for (const changed of [
              value.slice(0, at) + replacement + value.slice(at + 1),
              value.slice(0, at) + value[at]!.toUpperCase() + value.slice(at + 1),
              value.slice(0, at) + value.slice(at + 1),
              `${value.slice(0, at)}0${value.slice(at)}`
            ]) {
              if (changed === value) continue;
              const request = requestOf({ ...delivery, headers: { ...delivery.headers, [name]: changed } });
              expect(verify(sourceOf(profile), request).accepted, `${name}: ${changed}`).to.equal(false);
            }
          }
        }
      });

      it('refuses with any bit of the signed bytes changed', () => {
        const delivery = signed(profile);
        const start = profile === 'adyen' ? delivery.body.indexOf('7914073381342284') : 0;
        const end = profile === 'adyen' ? start + 16 : delivery.body.length;
        for (let at = start; at < end; at += 1) {
          for (let bit = 0; bit < 8; bit += 1) {
            const body = Buffer.from(delivery.body);
            body[at] = body[at]! ^ (1 << bit);
            if (profile === 'twilio' && sameForm(body, delivery.body)) continue;
            const request = requestOf({ ...delivery, body });
            expect(verify(sourceOf(profile), request).accepted, `byte ${at}, bit ${bit}`).to.equal(false);
          }
        }
      });

      it('refuses without a signature', () => {
        const delivery = signed(profile);
        const body = profile === 'adyen' ? Buffer.from(bodyFor('adyen')) : delivery.body;
        const headers = { 'content-type': delivery.headers['content-type']! };
        expect(verify(sourceOf(profile), requestOf({ ...delivery, headers, body }))).to.deep.equal(
          refusedAs('signature-missing')
        );
      });

      it('refuses a header that comes twice', () => {
        const delivery = signed(profile);
        for (const [name, value] of Object.entries(delivery.headers)) {
          if (name === 'content-type') continue;
          const request: DeliveryRequest = {
            ...requestOf(delivery),
            headers: { ...delivery.headers, [name]: [value, value] }
          };
          expect(verify(sourceOf(profile), request).accepted, name).to.equal(false);
        }
      });

      it('is at a loss for nothing that a sender may send', () => {
        const delivery = signed(profile);
        const names = Object.keys(delivery.headers);
        for (const odd of [
          '',
          ',',
          ';',
          '=',
          'v1,',
          'v1=,t=',
          't=1',
          'ts=1;h1=',
          '\u0000',
          'ÿ'.repeat(5000),
          ' '.repeat(99)
        ]) {
          for (const body of [
            Buffer.alloc(0),
            Buffer.from([0xff, 0xfe]),
            Buffer.from('['.repeat(100_000)),
            Buffer.from('%')
          ]) {
            const headers = Object.fromEntries(names.map((name) => [name, odd]));
            expect(verify(sourceOf(profile), requestOf({ ...delivery, headers, body })).accepted).to.equal(false);
          }
        }
      });

      const window = WINDOWS[profile];
      if (window !== undefined) {
        it(`accepts ${window} seconds either way, and not more`, () => {
          const at = (seconds: number): Verification =>
            verify(sourceOf(profile), requestOf(signed(profile), { now: NOW + seconds * 1000 }));
          expect(at(window).accepted).to.equal(true);
          expect(at(-window).accepted).to.equal(true);
          expect(at(window + 1)).to.deep.equal(refusedAs('timestamp-too-old'));
          expect(at(-window - 1)).to.deep.equal(refusedAs('timestamp-too-new'));
          const year = 365 * 86_400;
          expect(at(year)).to.deep.equal(refusedAs('timestamp-too-old'));
          expect(at(-year)).to.deep.equal(refusedAs('timestamp-too-new'));
        });

        it('takes the window from the configuration', () => {
          const wide = sourceOf(profile, { windowSeconds: 3600 });
          expect(verify(wide, requestOf(signed(profile), { now: NOW + 3_600_000 })).accepted).to.equal(true);
        });
      }
    });
  }

  it('takes the headers of Svix for those of Standard Webhooks', () => {
    const delivery = signed('standard-webhooks');
    const headers = Object.fromEntries(
      Object.entries(delivery.headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value])
    );
    expect(verify(sourceOf('standard-webhooks'), requestOf({ ...delivery, headers })).accepted).to.equal(true);
  });

  it('takes the header of Shopify’s events for that of its webhooks', () => {
    const delivery = signed('shopify');
    const headers = { 'shopify-hmac-sha256': delivery.headers['x-shopify-hmac-sha256']! };
    expect(verify(sourceOf('shopify'), requestOf({ ...delivery, headers })).accepted).to.equal(true);
  });

  const LISTS = {
    'standard-webhooks': { header: 'webhook-signature', join: (all: string[]) => all.join(' '), unknown: 'v1a,AAAA' },
    stripe: { header: 'stripe-signature', join: joinPairs(','), unknown: 'v0=00' },
    paddle: { header: 'paddle-signature', join: joinPairs(';'), unknown: 'h2=00' },
    generic: { header: 'x-shop-signature', join: (all: string[]) => all.join(', '), unknown: 'v1=00' }
  };

  for (const [profile, { header, join, unknown }] of Object.entries(LISTS) as [Profile, (typeof LISTS)['stripe']][]) {
    it(`tries every signature of ${profile}, and ignores unknown schemes`, () => {
      const ours = signed(profile);
      const theirs = signed(profile, SECRETS[profile][1]);
      const given = (...values: string[]): boolean => {
        const headers = { ...ours.headers, [header]: join(values) };
        return verify(sourceOf(profile), requestOf({ ...ours, headers })).accepted;
      };
      const [good, bad] = [ours.headers[header]!, theirs.headers[header]!];
      expect(given(bad, good)).to.equal(true);
      expect(given(good, unknown)).to.equal(true);
      expect(given(unknown, bad)).to.equal(false);
      expect(given(unknown)).to.equal(false);
      expect(given(...Array.from({ length: 30 }, () => bad), good), 'a flood of signatures').to.equal(false);
    });
  }

  it('refuses an id of Standard Webhooks that could move the parts', () => {
    const body = `${Math.floor(NOW / 1000)}.{"id":"evt_1"}`;
    const delivery = signDelivery({
      profile: 'standard-webhooks',
      secret: SECRETS['standard-webhooks'][0],
      url: URL_OF_SOURCE,
      body,
      id: 'msg_1',
      now: NOW
    });
    const time = String(Math.floor(NOW / 1000));
    const moved = {
      ...delivery.headers,
      'webhook-id': `msg_1.${time}`,
      'webhook-timestamp': time
    };
    const request = requestOf({ ...delivery, headers: moved, body: Buffer.from('{"id":"evt_1"}') });
    expect(verify(sourceOf('standard-webhooks'), request)).to.deep.equal(refusedAs('signature-malformed'));
  });

  it('wants every item of Adyen signed, with the same secret', () => {
    const [secret, other] = SECRETS.adyen;
    const item = (delivery: SignedDelivery): unknown =>
      (JSON.parse(delivery.body.toString()) as { notificationItems: unknown[] }).notificationItems[0];
    const good = item(signed('adyen'));
    const bad = item(signed('adyen', other));
    const given = (...items: unknown[]): Verification => {
      const rawBody = Buffer.from(JSON.stringify({ live: 'false', notificationItems: items }));
      return verify(sourceOf('adyen', { secrets: [secret, other] }), requestOf(signed('adyen'), { rawBody }));
    };
    expect(given(good, good).accepted).to.equal(true);
    expect(given(bad, bad)).to.deep.equal({ accepted: true, secretIndex: 1 });
    expect(given(good, bad)).to.deep.equal(refusedAs('signature-mismatch'));
    expect(given()).to.deep.equal(refusedAs('body-malformed'));
    expect(given({})).to.deep.equal(refusedAs('body-malformed'));
  });

  it('tells apart a time that is missing and one that is none', () => {
    const cases: [Profile, Record<string, string>, string][] = [
      ['standard-webhooks', { 'webhook-timestamp': '' }, 'timestamp-missing'],
      ['standard-webhooks', { 'webhook-timestamp': '2026-03-01' }, 'timestamp-malformed'],
      ['slack', { 'x-slack-request-timestamp': '' }, 'timestamp-missing'],
      ['slack', { 'x-slack-request-timestamp': '-1' }, 'timestamp-malformed'],
      ['stripe', { 'stripe-signature': 'v1=00' }, 'timestamp-missing'],
      ['stripe', { 'stripe-signature': 't=1,t=2,v1=00' }, 'timestamp-malformed'],
      ['paddle', { 'paddle-signature': 'h1=00' }, 'timestamp-missing'],
      ['paddle', { 'paddle-signature': 'ts=x;h1=00' }, 'timestamp-malformed'],
      ['hubspot', { 'x-hubspot-request-timestamp': '12' }, 'timestamp-malformed']
    ];
    for (const [profile, headers, reason] of cases) {
      const delivery = signed(profile);
      const request = requestOf({ ...delivery, headers: { ...delivery.headers, ...headers } });
      expect(verify(sourceOf(profile), request), `${profile} ${JSON.stringify(headers)}`).to.deep.equal(
        refusedAs(reason)
      );
    }
  });
});

describe('secretProblems', () => {
  it('finds secrets that cannot be a key, without repeating them', () => {
    const problems = secretProblems(
      sourceOf('standard-webhooks', { secrets: ['whsec_***', SECRETS['standard-webhooks'][0]] })
    );
    expect(problems).to.deep.equal([
      "Secret 1 of 'Orders' is not of the form that standard-webhooks uses: whsec_ and Base64."
    ]);
    expect(secretProblems(sourceOf('adyen', { secrets: ['not hex'] }))).to.have.length(1);
    expect(secretProblems(sourceOf('github', { secrets: [] }))).to.deep.equal(["'Orders' has no secret."]);
    for (const profile of PROFILES) expect(secretProblems(sourceOf(profile)), profile).to.deep.equal([]);
  });

  it('finds a description that would leave the body, the time or the id unsigned', () => {
    const problemOf = (changes: Partial<typeof GENERIC_SCHEME>): string => {
      try {
        secretProblems(sourceOf('generic', { scheme: { ...GENERIC_SCHEME, ...changes } }));
        return 'none';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(problemOf({})).to.equal('none');
    expect(problemOf({ signedContent: '{timestamp}{id}' })).to.contain('without {body}');
    expect(problemOf({ signedContent: '{id}{body}' })).to.contain('without {timestamp}');
    expect(problemOf({ signedContent: '{timestamp}{body}' })).to.contain('without {id}');
    expect(problemOf({ idHeader: undefined })).to.contain('needs idHeader');
    expect(problemOf({ signedContent: '{payload}' })).to.contain('there is no {payload}');
  });
});

/** Twilio signs the fields, not their spelling: `%C3` and `%c3` are one. */
function sameForm(one: Buffer, other: Buffer): boolean {
  return JSON.stringify(readForm(one)) === JSON.stringify(readForm(other));
}

/** Joins the signatures of headers that carry a time: the time of the first, the signatures of all. */
function joinPairs(separator: string): (all: string[]) => string {
  return (all) =>
    all
      .flatMap((value, index) => (index === 0 || !value.includes(separator) ? [value] : [value.split(separator)[1]!]))
      .join(separator);
}
