import { bodyOnlyScheme } from './bodyOnly.js';

/**
 * The second header is that of events, the newer kind of subscriptions.
 *
 * @see https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
export const shopify = bodyOnlyScheme({
  headers: ['x-shopify-hmac-sha256', 'shopify-hmac-sha256'],
  prefix: '',
  encoding: 'base64',
  secretForm: 'the client secret of the app'
});
