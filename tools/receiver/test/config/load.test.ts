import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfiguration, type Configuration } from '../../src/config/load.js';
import { ConfigurationError } from '../../src/config/problems.js';

const GOOD = `
database: {directory: ./data}
salesforce: {authentication: {type: sf-login, alias: local}}
sources:
  - {name: Payments, profile: stripe, secrets: [{env: STRIPE}, {file: old-secret}]}
`;

describe('configuration', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receiver-config-'));
    await writeFile(join(folder, 'old-secret'), 'from-file\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function load(
    text: string,
    environment: Record<string, string> = { STRIPE: 'from-env' }
  ): Promise<Configuration> {
    const file = join(folder, 'receiver.yaml');
    await writeFile(file, text);
    return loadConfiguration(file, environment);
  }

  async function problemsOf(text: string, environment?: Record<string, string>): Promise<readonly string[]> {
    try {
      await load(text, environment);
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
      throw error;
    }
    throw new Error('It was taken.');
  }

  it('a short file is complete by defaults; secrets come from environment and file, paths start at the file', async () => {
    const configuration = await load(GOOD);

    expect(configuration.sources[0]).to.deep.include({
      path: '/webhooks/payments',
      secrets: ['from-env', 'from-file']
    });
    expect(configuration.database.directory).to.equal(join(folder, 'data'));
    expect(configuration.listen).to.deep.equal({ host: '127.0.0.1', port: 8080 });
    expect(configuration.forwarding.batchSize).to.equal(200);
  });

  it('JSON is taken as well', async () => {
    const json = JSON.stringify({
      salesforce: { authentication: { type: 'sf-login', alias: 'x' } },
      database: { directory: '/d' },
      sources: [{ name: 'A', profile: 'github', secrets: [{ env: 'STRIPE' }] }]
    });

    expect((await load(json)).sources).to.have.length(1);
  });

  it('the environment wins over the file', async () => {
    const environment = {
      STRIPE: 's',
      DATABASE_URL: 'postgres://u:p@db/x',
      RECEIVER_PORT: '9000',
      RECEIVER_HOST: '0.0.0.0',
      RECEIVER_LOG_LEVEL: 'debug'
    };

    const configuration = await load(GOOD, environment);

    expect(configuration.listen).to.deep.equal({ host: '0.0.0.0', port: 9000 });
    expect(configuration.database).to.deep.equal({ url: 'postgres://u:p@db/x', connections: 10 });
    expect(configuration.log.level).to.equal('debug');
  });

  it('a secret written out is refused, and not repeated', async () => {
    const problems = await problemsOf(GOOD.replace('{env: STRIPE}', 'whsec_plain'));

    expect(problems).to.deep.equal([
      'sources.0.secrets.0: a secret does not belong into this file: write {env: NAME_OF_A_VARIABLE} or {file: PATH_OF_A_FILE} instead'
    ]);
  });

  it('every problem is named with its place, all at once', async () => {
    const problems = await problemsOf(`
database: {directory: ./data, dir: x}
salesforce: {authentication: {type: password}}
forwarding: {batchSize: 500}
sources:
  - {name: 9lives, profile: stripes, secrets: [], path: hooks}
`);
    const text = problems.join('\n');

    for (const place of [
      'database: there is no setting dir here',
      'salesforce.authentication',
      'forwarding.batchSize',
      'sources.0.name',
      'sources.0.path',
      'sources.0.secrets: needs at least one secret',
      'sources.0.profile: must be one of standard-webhooks, stripe'
    ]) {
      expect(text).to.include(place);
    }
  });

  it('missing secrets and databases say what to do', async () => {
    expect((await problemsOf(GOOD, {})).join()).to.include('the environment variable STRIPE is empty or not set');
    expect((await problemsOf(GOOD.replace('old-secret', 'none'))).join()).to.include('cannot be read (ENOENT)');
    expect((await problemsOf(GOOD.replace(/database.*/, ''))).join()).to.include('write database: {directory: ./data}');
    expect((await problemsOf(GOOD, { STRIPE: 's', DATABASE_URL: 'mysql://x' })).join()).to.include(
      'must look like postgres://'
    );
    const token = GOOD.replace('type: sf-login, alias: local', 'type: access-token');
    expect((await problemsOf(token)).join()).to.include('SALESFORCE_ACCESS_TOKEN');
  });

  it('files that are no configuration: which line, or why it cannot be read', async () => {
    expect((await problemsOf('a: [1')).join()).to.match(/line 1/);
    expect((await problemsOf('listen: {port: 1}\nlisten: {port: 2}')).join()).to.match(/unique.*line 2/);
    expect((await problemsOf('')).join()).to.include('sources');
    expect(() => loadConfiguration(join(folder, 'nowhere.yaml'), {})).to.throw(
      ConfigurationError,
      /Name the file with --config/
    );
  });

  it('what would be unsafe or meaningless together is refused', async () => {
    const twice = `${GOOD}  - {name: Payments, path: /other, profile: stripe, secrets: [{env: STRIPE}]}\n`;
    expect((await problemsOf(twice)).join()).to.include("'Payments' is also the name of sources.0");
    expect((await problemsOf(GOOD.replace('profile: stripe', 'profile: square'))).join()).to.include('write publicUrl');
    expect((await problemsOf(GOOD.replace('profile: stripe', 'profile: generic'))).join()).to.include(
      'goes with the profile generic'
    );
    const bodiless = 'profile: generic, scheme: {signatureHeader: x, signedContent: "{timestamp}", timestampHeader: y}';
    expect((await problemsOf(GOOD.replace('profile: stripe', bodiless))).join()).to.include('must contain {body}');
    const timeless = 'profile: generic, scheme: {signatureHeader: x, signedContent: "{body}", timestampHeader: y}';
    expect((await problemsOf(GOOD.replace('profile: stripe', timeless))).join()).to.include('must contain {timestamp}');
  });
});
