/** Providers' libraries whose verifier is only to be had by its own file, or wants more than a header. */
import { Buffer } from 'node:buffer';
import '@shopify/shopify-api/adapters/node';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import HmacValidator from '@adyen/api-library/lib/src/utils/hmacValidator.js';
import { isValidSlackRequest } from '@slack/bolt/dist/receivers/verify-request.js';
import { getExpectedTwilioSignature, validateRequest, validateRequestWithBody } from 'twilio/lib/webhooks/webhooks.js';
import type { SignedDelivery } from '../../src/sign/sign.js';
import { URL_OF_SOURCE } from './support.js';

interface Item {
  additionalData?: { hmacSignature?: string };
}

interface Notification {
  notificationItems: { NotificationRequestItem: Item }[];
}

// A module of CommonJS that names its class `default`.
const Validator = ((HmacValidator as unknown as { default?: typeof HmacValidator }).default ??
  HmacValidator) as unknown as new () => {
  calculateHmac(item: Item, key: string): string;
  validateHMAC(item: Item, key: string): boolean;
};

export const adyenOracle = {
  sign(text: string, secret: string): SignedDelivery {
    const notification = JSON.parse(text) as Notification;
    for (const { NotificationRequestItem: item } of notification.notificationItems) {
      item.additionalData = { hmacSignature: new Validator().calculateHmac(item, secret) };
    }
    const body = Buffer.from(JSON.stringify(notification));
    return { method: 'POST', url: URL_OF_SOURCE, headers: { 'content-type': 'application/json' }, body };
  },

  accepts({ body }: SignedDelivery, secret: string): boolean {
    const { notificationItems } = JSON.parse(body.toString()) as Notification;
    return notificationItems.every(({ NotificationRequestItem: item }) => new Validator().validateHMAC(item, secret));
  }
};

/** Fields of a form as Twilio's library wants them: a list where a name comes more than once. */
function fieldsOf(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  const form = new URLSearchParams(body);
  for (const name of form.keys()) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? values[0]! : values;
  }
  return fields;
}

export const twilioOracle = {
  sign(text: string, secret: string): SignedDelivery {
    return {
      method: 'POST',
      url: URL_OF_SOURCE,
      body: Buffer.from(text),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': getExpectedTwilioSignature(secret, URL_OF_SOURCE, fieldsOf(text))
      }
    };
  },

  accepts({ url, headers, body }: SignedDelivery, secret: string): boolean {
    const signature = headers['x-twilio-signature']!;
    return url.includes('bodySHA256')
      ? validateRequestWithBody(secret, signature, url, body.toString())
      : validateRequest(secret, signature, url, fieldsOf(body.toString()));
  }
};

export const slackOracle = {
  accepts: ({ headers, body }: SignedDelivery, signingSecret: string): boolean =>
    isValidSlackRequest({
      signingSecret,
      body: body.toString(),
      headers: {
        'x-slack-signature': headers['x-slack-signature']!,
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp'])
      }
    })
};

export const shopifyOracle = {
  async accepts({ url, headers, body }: SignedDelivery, apiSecretKey: string): Promise<boolean> {
    const shopify = shopifyApi({
      apiKey: 'key',
      apiSecretKey,
      apiVersion: ApiVersion.January26,
      hostName: new URL(URL_OF_SOURCE).hostname,
      isEmbeddedApp: false,
      isTesting: true,
      logger: { log: () => undefined }
    });
    const required = {
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'shop.example.com',
      'x-shopify-api-version': '2026-01',
      'x-shopify-webhook-id': 'w1'
    };
    const result = await shopify.webhooks.validate({
      rawBody: body.toString(),
      rawRequest: { method: 'POST', url, headers: { ...headers, ...required } },
      rawResponse: {}
    });
    return result.valid;
  }
};
