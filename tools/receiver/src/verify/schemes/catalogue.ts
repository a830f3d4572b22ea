import type { GenericScheme, Profile } from '../../contract.js';
import type { SignatureScheme } from '../scheme.js';
import { adyen } from './adyen.js';
import { genericScheme } from './generic.js';
import { github } from './github.js';
import { hubspot } from './hubspot.js';
import { paddle } from './paddle.js';
import { shopify } from './shopify.js';
import { slack } from './slack.js';
import { square } from './square.js';
import { standardWebhooks } from './standardWebhooks.js';
import { stripe } from './stripe.js';
import { twilio } from './twilio.js';

const SCHEMES: Readonly<Record<Exclude<Profile, 'generic'>, SignatureScheme>> = {
  'standard-webhooks': standardWebhooks,
  stripe,
  github,
  shopify,
  slack,
  twilio,
  adyen,
  hubspot,
  paddle,
  square
};

/** @throws Error if the profile is `generic` and not described */
export function schemeOf(profile: Profile, generic?: GenericScheme): SignatureScheme {
  if (profile !== 'generic') return SCHEMES[profile];
  if (generic === undefined)
    throw new Error('The profile generic needs a scheme: algorithm, header and signed content.');
  return genericScheme(generic);
}
