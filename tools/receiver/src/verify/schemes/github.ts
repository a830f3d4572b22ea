import { bodyOnlyScheme } from './bodyOnly.js';

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github = bodyOnlyScheme({
  headers: ['x-hub-signature-256'],
  prefix: 'sha256=',
  encoding: 'hex',
  secretForm: 'any text'
});
