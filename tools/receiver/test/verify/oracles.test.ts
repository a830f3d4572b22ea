/**
 * The providers' own libraries judge our signatures, and ours judge theirs. HubSpot's and Square's libraries would add 130 MB to every
 * installation, so their profiles are held to fixed vectors instead (`vectors.test.ts`).
 */
import { Buffer } from 'node:buffer';
import { sign as githubSign, verify as githubVerify } from '@octokit/webhooks-methods';
import { Paddle } from '@paddle/paddle-node-sdk';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { Profile } from '../../src/contract.js';
import { signDelivery, type SignedDelivery } from '../../src/sign/sign.js';
import { verify } from '../../src/verify/verify.js';
import { adyenOracle, shopifyOracle, slackOracle, twilioOracle } from './vendors.js';
import { bodyFor, requestOf, SECRETS, sourceOf, URL_OF_SOURCE } from './support.js';

/** What a provider's library can do. */
interface Oracle {
  /** Absent where the library only verifies. */
  sign?(body: string, secret: string, now: number): Promise<SignedDelivery> | SignedDelivery;
  accepts(delivery: SignedDelivery, secret: string): Promise<boolean> | boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function delivery(body: string, headers: Record<string, string>): SignedDelivery {
  return { method: 'POST', url: URL_OF_SOURCE, body: Buffer.from(body), headers: { ...JSON_TYPE, ...headers } };
}

const stripe = new Stripe('sk_test_not_used');
const paddle = new Paddle('not_used');

const ORACLES: Partial<Record<Profile, Oracle>> = {
  'standard-webhooks': {
    sign: (body, secret, now) =>
      delivery(body, {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', new Date(now), body)
      }),
    accepts: ({ body, headers }, secret) =>
      succeeds(() => new Webhook(secret).verify(body.toString(), { ...headers }, { jsonParse: false }))
  },
  stripe: {
    sign: (payload, secret, now) =>
      delivery(payload, {
        'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now / 1000 })
      }),
    accepts: ({ body, headers }, secret) =>
      succeeds(() => stripe.webhooks.constructEvent(body, headers['stripe-signature']!, secret))
  },
  github: {
    sign: async (body, secret) => delivery(body, { 'x-hub-signature-256': await githubSign(secret, body) }),
    accepts: ({ body, headers }, secret) => githubVerify(secret, body.toString(), headers['x-hub-signature-256']!)
  },
  paddle: {
    accepts: ({ body, headers }, secret) =>
      paddle.webhooks.isSignatureValid(body.toString(), secret, headers['paddle-signature']!)
  },
  shopify: shopifyOracle,
  slack: slackOracle,
  twilio: twilioOracle,
  adyen: adyenOracle
};

describe('signatures, judged by the providers’ own libraries', () => {
  for (const [profile, oracle] of Object.entries(ORACLES) as [Profile, Oracle][]) {
    describe(profile, () => {
      const [secret, other] = SECRETS[profile];
      const sign = (body = bodyFor(profile)): SignedDelivery =>
        signDelivery({ profile, secret, url: URL_OF_SOURCE, body, id: 'msg_1' });

      it('accepts what we sign, under the right secret only', async () => {
        expect(await oracle.accepts(sign(), secret)).to.equal(true);
        expect(await oracle.accepts(sign(), other)).to.equal(false);
      });

      it('agrees with us about each changed byte of the body', async () => {
        const signed = sign();
        const start = profile === 'adyen' ? signed.body.indexOf('TestPayment') : 0;
        const end = Math.min(start + 12, signed.body.length);
        for (let at = start; at < end; at += 1) {
          const body = Buffer.from(signed.body);
          body[at] = body[at]! ^ 1;
          expect(await oracle.accepts({ ...signed, body }, secret), `theirs, byte ${at}`).to.equal(false);
          expect(verify(sourceOf(profile), requestOf({ ...signed, body }, { now: Date.now() })).accepted).to.equal(
            false
          );
        }
      });

      if (oracle.sign !== undefined) {
        it('signs what we accept, under the right secret only', async () => {
          const now = Date.now();
          const theirs = await oracle.sign!(bodyFor(profile), secret, now);
          expect(verify(sourceOf(profile), requestOf(theirs, { now }))).to.deep.equal({
            accepted: true,
            secretIndex: 0
          });
          const wrong = sourceOf(profile, { secrets: [other] });
          expect(verify(wrong, requestOf(theirs, { now }))).to.deep.equal({
            accepted: false,
            reason: 'signature-mismatch'
          });
        });
      }
    });
  }
});

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
