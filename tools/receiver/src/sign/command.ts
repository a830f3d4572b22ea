import type { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { parse as parseYaml } from 'yaml';
import { PROFILES, type GenericScheme, type Profile } from '../contract.js';
import { UsageError } from '../commands/usageError.js';
import { describeIssues } from '../config/problems.js';
import { genericScheme } from '../config/schema.js';
import { curlLine } from './curl.js';
import { signDelivery, type SignedDelivery } from './sign.js';

/** What the command touches outside itself; tests bring their own. */
export interface SignSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Everything on standard input. */
  readStandardInput(): Buffer;
  readFile(path: string): Buffer;
  write(text: string): void;
}

interface Options {
  readonly profile: Profile;
  readonly secretEnv?: string;
  readonly secretStdin?: boolean;
  readonly body: string;
  readonly url: string;
  readonly method: string;
  readonly contentType?: string;
  readonly id?: string;
  readonly time?: number;
  readonly scheme?: string;
  readonly format: 'headers' | 'curl' | 'json' | 'body';
}

const STANDARD_INPUT = '-';

const EXAMPLES = `
The secret never stands on the command line: name a variable that holds it, or send it to standard input.

Examples:
  $ retrysafe-receiver sign --profile standard-webhooks --secret-env ORDERS_SECRET --body order.json \\
      --url http://127.0.0.1:8080/webhooks/orders --format curl | sh
  $ cat secret.txt | retrysafe-receiver sign --profile stripe --secret-stdin --body event.json \\
      --url http://127.0.0.1:8080/webhooks/payments

Adyen's signature stands in the body and Twilio's for JSON in the address, so use --format curl, json or body for those.
`;

/** `retrysafe-receiver sign`: signs a body as a provider would, to try a receiver out. */
export function addSign(program: Command, surroundings: SignSurroundings = SURROUNDINGS): void {
  program
    .command('sign')
    .description('sign a body as a provider would, and print the headers or a curl line that sends it')
    .addOption(new Option('--profile <name>', 'whose signature').choices(PROFILES).makeOptionMandatory())
    .addOption(new Option('--secret-env <name>', 'environment variable that holds the secret').conflicts('secretStdin'))
    .option('--secret-stdin', 'read the secret from standard input')
    .requiredOption('--body <file>', 'file with the body; - for standard input')
    .requiredOption('--url <url>', 'where it is sent to, as the sender knows it', readUrl)
    .option('--method <method>', 'HTTP method', (method: string) => method.toUpperCase(), 'POST')
    .option('--content-type <type>', 'content type of the body (default: that of the profile)')
    .option('--id <id>', 'id of the message, where one is signed (default: a new one)')
    .option('--time <time>', 'time to sign, ISO 8601 or seconds since 1970 (default: now)', readTime)
    .option('--scheme <file>', 'scheme of the profile generic, YAML or JSON as in the configuration')
    .addOption(
      new Option('--format <format>', 'what to print').choices(['headers', 'curl', 'json', 'body']).default('headers')
    )
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => {
      const body = bodyOf(options, surroundings);
      surroundings.write(print(sign(body, options, surroundings), body, options));
    });
}

function bodyOf(options: Options, surroundings: SignSurroundings): Buffer {
  if (options.body !== STANDARD_INPUT) return readFile('--body', options.body, surroundings);
  if (options.secretStdin !== true) return surroundings.readStandardInput();
  throw new UsageError('Standard input cannot be both secret and body: use --secret-env, or a file for --body.');
}

function sign(body: Buffer, options: Options, surroundings: SignSurroundings): SignedDelivery {
  const { profile, url, method, contentType, id, time: now } = options;
  const secret = secretOf(options, surroundings);
  const scheme = schemeOf(options, surroundings);
  try {
    return signDelivery({ profile, scheme, secret, url, method, body, contentType, id, now });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function secretOf({ secretEnv, secretStdin }: Options, surroundings: SignSurroundings): string {
  if (secretStdin === true) {
    const secret = surroundings
      .readStandardInput()
      .toString('utf8')
      .replace(/\r?\n$/, '');
    if (secret === '') throw new UsageError('There was no secret on standard input.');
    return secret;
  }
  if (secretEnv === undefined) throw new UsageError('Say where the secret is: --secret-env NAME or --secret-stdin.');
  const secret = surroundings.environment[secretEnv];
  if (secret === undefined || secret === '') throw new UsageError(`The environment variable ${secretEnv} is not set.`);
  return secret;
}

function schemeOf({ profile, scheme: path }: Options, surroundings: SignSurroundings): GenericScheme | undefined {
  if (profile !== 'generic') {
    if (path !== undefined) throw new UsageError('--scheme goes with --profile generic only.');
    return undefined;
  }
  if (path === undefined)
    throw new UsageError('The profile generic needs --scheme FILE, with the scheme as configured.');
  const result = genericScheme.safeParse(parseYaml(readFile('--scheme', path, surroundings).toString('utf8')));
  if (result.success) return result.data;
  throw new UsageError(`${path} is no scheme: ${describeIssues(result.error.issues).join('; ')}`);
}

function readFile(option: string, path: string, surroundings: SignSurroundings): Buffer {
  try {
    return surroundings.readFile(path);
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
}

function print(delivery: SignedDelivery, unsigned: Buffer, { format, body }: Options): string {
  switch (format) {
    case 'headers':
      return Object.entries(delivery.headers)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('');
    case 'curl':
      return `${curlLine(delivery, body === STANDARD_INPUT ? undefined : { path: body, content: unsigned })}\n`;
    case 'json': {
      const { method, url, headers } = delivery;
      return `${JSON.stringify({ method, url, headers, body: delivery.body.toString('utf8') }, null, 2)}\n`;
    }
    case 'body':
      return delivery.body.toString('utf8');
  }
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a complete address, such as http://127.0.0.1:8080/webhooks/orders.');
}

function readTime(text: string): number {
  const time = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be ISO 8601 or seconds since 1970.');
  return time;
}

const SURROUNDINGS: SignSurroundings = {
  environment: process.env,
  readStandardInput: () => readFileSync(0),
  readFile: (path) => readFileSync(path),
  write: (text) => void process.stdout.write(text)
};
