import { Buffer } from 'node:buffer';
import type { DeliveryRequest, GenericScheme, Profile, SourceConfiguration } from '../../src/contract.js';
import type { SignedDelivery } from '../../src/sign/sign.js';

export const NOW = Date.UTC(2026, 2, 1, 12, 0, 0);
export const URL_OF_SOURCE = 'https://hooks.example.com/webhooks/orders';

/** One secret of each provider's form, and another one of the same form. */
export const SECRETS: Readonly<Record<Profile, readonly [string, string]>> = {
  'standard-webhooks': [
    `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    `whsec_${Buffer.from('another secret of 32 characters!').toString('base64')}`
  ],
  stripe: ['whsec_first', 'whsec_second'],
  github: ["It's a Secret to Everybody", 'another one'],
  shopify: ['shpss_first', 'shpss_second'],
  slack: ['8f742231b10e8888abcd99yyyzzz85a5', 'ffffffffffffffffffffffffffffffff'],
  twilio: ['12345678901234567890123456789012', 'abcdefabcdefabcdefabcdefabcdefab'],
  adyen: [
    '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    '00112233445566778899AABBCCDDEEFF00112233445566778899AABBCCDDEEFF'
  ],
  hubspot: ['b2f7c1de-0000-4000-8000-1f2e3d4c5b6a', 'c2f7c1de-0000-4000-8000-1f2e3d4c5b6a'],
  paddle: ['pdl_ntfset_first', 'pdl_ntfset_second'],
  square: ['Ibxx_5AKakO-3qeNVR61Dw', 'another-signature-key'],
  generic: ['a secret', 'another secret']
};

export const GENERIC_SCHEME: GenericScheme = {
  algorithm: 'sha512',
  signatureHeader: 'X-Shop-Signature',
  signaturePrefix: 'v2=',
  signatureSeparator: ',',
  encoding: 'hex',
  signedContent: '{method}\n{url}\n{id}\n{timestamp}\n{body}',
  timestampHeader: 'X-Shop-Time',
  timestampUnit: 'milliseconds',
  idHeader: 'X-Shop-Message',
  secretEncoding: 'utf8'
};

export function sourceOf(profile: Profile, changes: Partial<SourceConfiguration> = {}): SourceConfiguration {
  return {
    name: 'Orders',
    path: '/webhooks/orders',
    profile,
    scheme: profile === 'generic' ? GENERIC_SCHEME : undefined,
    secrets: [SECRETS[profile][0]],
    maximumBodyBytes: 1_000_000,
    event: {},
    ...changes
  };
}

export function requestOf(delivery: SignedDelivery, changes: Partial<DeliveryRequest> = {}): DeliveryRequest {
  const { method, url, headers, body } = delivery;
  return { method, url, headers, rawBody: body, now: NOW, ...changes };
}

/** A body that the profile can sign. */
export function bodyFor(profile: Profile): string {
  if (profile === 'twilio') return 'MessageSid=SM1&Body=Gr%C3%BC%C3%9Fe+%26+more&MessageStatus=delivered';
  if (profile !== 'adyen') return '{"id":"evt_1","type":"order.created","name":"Zoë","amount": 10.50}\n';
  const item = {
    pspReference: '7914073381342284',
    originalReference: '',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
    eventDate: '2026-03-01T11:00:00+01:00'
  };
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] });
}
