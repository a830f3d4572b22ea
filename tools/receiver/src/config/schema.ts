import { z } from 'zod';
import { PROFILES } from '../contract.js';

/** What a configuration file may say. Every default is here; secrets are named, never written out. */

const INLINE_SECRET =
  'a secret does not belong into this file: write {env: NAME_OF_A_VARIABLE} or {file: PATH_OF_A_FILE} instead';

/** Where a secret is: the name of a variable of the environment, or a file relative to the configuration file. */
export const secretReference = z.union(
  [
    z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name of an environment variable') }),
    z.strictObject({ file: z.string().min(1) })
  ],
  { error: INLINE_SECRET }
);

export type SecretReference = z.infer<typeof secretReference>;

const port = z.int().min(0).max(65_535);
const address = (defaultPort: number) =>
  z.strictObject({ host: z.string().min(1).default('127.0.0.1'), port: port.default(defaultPort) }).prefault({});

const valuePath = z.string().min(1);

const eventPaths = z.strictObject({
  events: valuePath.optional(),
  id: valuePath.optional(),
  type: valuePath.optional(),
  entityType: valuePath.optional(),
  entityId: valuePath.optional(),
  timestamp: valuePath.optional(),
  timestampUnit: z.enum(['iso8601', 'seconds', 'milliseconds']).optional(),
  version: valuePath.optional(),
  correlationId: valuePath.optional(),
  payload: valuePath.optional()
});

const header = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is no name of an HTTP header')
  .transform((name) => name.toLowerCase());

export const genericScheme = z
  .strictObject({
    algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
    signatureHeader: header,
    signaturePrefix: z.string().optional(),
    signatureSeparator: z.string().min(1).optional(),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    signedContent: z.string().includes('{body}', 'must contain {body}, or anybody could exchange the body'),
    timestampHeader: header.optional(),
    timestampUnit: z.enum(['seconds', 'milliseconds']).default('seconds'),
    idHeader: header.optional(),
    secretEncoding: z.enum(['utf8', 'hex', 'base64']).default('utf8')
  })
  .refine((scheme) => !scheme.signedContent.includes('{timestamp}') || scheme.timestampHeader !== undefined, {
    path: ['timestampHeader'],
    error: 'is missing: the signed content has {timestamp}'
  })
  .refine((scheme) => scheme.timestampHeader === undefined || scheme.signedContent.includes('{timestamp}'), {
    path: ['signedContent'],
    error: 'must contain {timestamp}, or anybody could exchange the time'
  })
  .refine((scheme) => !scheme.signedContent.includes('{id}') || scheme.idHeader !== undefined, {
    path: ['idHeader'],
    error: 'is missing: the signed content has {id}'
  });

/** Twilio, Square and HubSpot sign the address; behind a proxy only the configuration knows it. */
const SIGN_THE_ADDRESS: readonly string[] = ['twilio', 'square', 'hubspot'];

const source = z
  .strictObject({
    name: z
      .string()
      .max(80)
      .regex(/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/, 'is no developer name of an Inbound Source, such as Payments'),
    path: z
      .string()
      .regex(/^\/[A-Za-z0-9\-._~/]*$/, 'must start with / and have letters, digits and -._~/ only')
      .optional(),
    profile: z.enum(PROFILES),
    scheme: genericScheme.optional(),
    secrets: z.array(secretReference).min(1, 'needs at least one secret'),
    windowSeconds: z.int().min(1).max(86_400).optional(),
    maximumBodyBytes: z
      .int()
      .min(1)
      .max(100 * 1024 * 1024)
      .default(1024 * 1024),
    event: eventPaths.prefault({})
  })
  .transform((given) => ({ ...given, path: given.path ?? `/webhooks/${given.name.toLowerCase()}` }))
  .refine((given) => (given.profile === 'generic') === (given.scheme !== undefined), {
    path: ['scheme'],
    error: 'goes with the profile generic, and only with it'
  });

const authentication = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('jwt-bearer'),
    /** Consumer key of the connected app. */
    clientId: z.string().min(1),
    username: z.string().min(1),
    /** Where sessions come from: the login host, or the org's own domain. */
    loginUrl: z.url({ protocol: /^https?$/ }).default('https://login.salesforce.com'),
    /** Of the token; a sandbox wants `https://test.salesforce.com`. Absent: the login URL. */
    audience: z.string().optional(),
    privateKey: secretReference
  }),
  z.strictObject({ type: z.literal('sf-login'), alias: z.string().min(1) }),
  /** SALESFORCE_ACCESS_TOKEN and SALESFORCE_INSTANCE_URL in the environment. */
  z.strictObject({ type: z.literal('access-token') })
]);

export type AuthenticationSettings = z.infer<typeof authentication>;

const seconds = (fallback: number, minimum = 1) => z.number().min(minimum).max(86_400).default(fallback);

const forwarding = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** Rows of one call; the platform takes 200 at most. */
    batchSize: z.int().min(1).max(200).default(200),
    /** Of the payloads of one call: a transaction of the org has 6 MB of heap. */
    batchBytes: z.int().min(1_000).max(40_000_000).default(3_000_000),
    /** How long the oldest event waits for others to share its call with, while the org's calls are plentiful. */
    lingerMilliseconds: z.int().min(0).max(60_000).default(100),
    /** The most it waits: as the org's calls run out, and while events come so fast that the call will be full by then. */
    burstLingerMilliseconds: z.int().min(0).max(60_000).default(1_000),
    /** After this long without news a process that claimed events is taken for dead. */
    leaseSeconds: seconds(20, 2),
    callTimeoutSeconds: seconds(120),
    /** Tries of an event that the org itself refused for a passing reason, before it is a dead letter. */
    attempts: z.int().min(1).max(100).default(10),
    backoffSeconds: z.strictObject({ first: seconds(1, 0.01), most: seconds(300, 0.01) }).prefault({}),
    /** How long forwarding rests when the org's calls are used up, before it tries one again. */
    pauseSeconds: seconds(300, 0.01),
    /** Share of the org's daily calls that is left to others. */
    reservedShare: z.number().min(0).max(0.99).default(0.05)
  })
  .prefault({});

export type ForwardingSettings = z.infer<typeof forwarding>;

export const configurationFile = z
  .strictObject({
    listen: address(8080),
    /** Metrics and health: not for the world. */
    admin: address(8081),
    /** The address as senders know it, without path. */
    publicUrl: z
      .url({ protocol: /^https?$/ })
      .regex(/^[a-z]+:\/\/[^/]+\/?$/, 'must not have a path')
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
    log: z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info') }).prefault({}),
    database: z
      .strictObject({
        /** Of the embedded server. Absent: the environment's DATABASE_URL is needed. */
        directory: z.string().min(1).optional(),
        connections: z.int().min(4).max(100).default(10)
      })
      .prefault({}),
    limits: z
      .strictObject({
        connections: z.int().min(1).max(100_000).default(2_000),
        headerBytes: z.int().min(2_048).max(65_536).default(16_384),
        headersTimeoutSeconds: seconds(10, 0.1),
        requestTimeoutSeconds: seconds(20, 0.1),
        /** Deliveries that wait for the database at once; more are sent away with 503. */
        waitingDeliveries: z.int().min(1).max(1_000_000).default(10_000),
        waitingBytes: z
          .int()
          .min(1)
          .default(128 * 1024 * 1024),
        storeTimeoutSeconds: seconds(5, 0.1),
        shutdownSeconds: seconds(25)
      })
      .prefault({}),
    retention: z
      .strictObject({
        /** A sender that redelivers later than this makes a new event. */
        deliveredDays: z.number().min(0.001).max(3_650).default(30)
      })
      .prefault({}),
    salesforce: z.strictObject({
      apiVersion: z
        .string()
        .regex(/^\d{2}\.0$/, "must look like '67.0', in quotes")
        .default('67.0'),
      authentication
    }),
    forwarding,
    sources: z.array(source).min(1, 'needs at least one source')
  })
  .superRefine((file, context) => {
    for (const property of ['name', 'path'] as const) {
      const seen = new Map<string, number>();
      file.sources.forEach((entry, index) => {
        const first = seen.get(entry[property]);
        seen.set(entry[property], first ?? index);
        if (first === undefined) return;
        const message = `'${entry[property]}' is also the ${property} of sources.${first}; each needs its own`;
        context.addIssue({ code: 'custom', path: ['sources', index, property], message });
      });
    }
    file.sources.forEach((entry, index) => {
      const signsAddress =
        SIGN_THE_ADDRESS.includes(entry.profile) || entry.scheme?.signedContent.includes('{url}') === true;
      if (!signsAddress || file.publicUrl !== undefined) return;
      const message = `signs the address it posts to: write publicUrl, such as publicUrl: https://hooks.example.com`;
      context.addIssue({ code: 'custom', path: ['sources', index, 'profile'], message });
    });
  });

export type ConfigurationFile = z.infer<typeof configurationFile>;
