import { expect } from 'chai';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { Sf, type SfResult } from './sf.js';

const APP = 'pipeline';
const META =
  '<?xml version="1.0" encoding="UTF-8"?><ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>';
const LABELS =
  '<?xml version="1.0" encoding="UTF-8"?><CustomLabels xmlns="http://soap.sforce.com/2006/04/metadata"><labels><fullName>Hello</fullName><language>en_US</language><protected>false</protected><shortDescription>Hello</shortDescription><value>Hello</value></labels></CustomLabels>';
const PERMISSION_SET =
  '<?xml version="1.0" encoding="UTF-8"?><PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata"><label>Adder</label><classAccesses><apexClass>Sum</apexClass><enabled>true</enabled></classAccesses></PermissionSet>';

const FILES: Readonly<Record<string, string>> = {
  'sfdx-project.json': '{"packageDirectories":[{"path":"force-app","default":true}],"sourceApiVersion":"66.0"}',
  'config/scratch.json':
    '{"orgName":"Pipeline","edition":"Developer","features":["EnableSetPasswordInApi"],"settings":{"lightningExperienceSettings":{"enableS1DesktopEnabled":true}}}',
  'force-app/classes/Sum.cls':
    'public class Sum {\n  public static Integer of(Integer a, Integer b) {\n    return a + b;\n  }\n}\n',
  'force-app/classes/SumTest.cls':
    '@IsTest\nprivate class SumTest {\n  @IsTest static void adds() {\n    System.assertEquals(3, Sum.of(1, 2));\n  }\n}\n',
  'force-app/classes/Alone.cls': 'public class Alone {\n}\n',
  'force-app/labels/CustomLabels.labels-meta.xml': LABELS,
  'force-app/permissionsets/Adder.permissionset-meta.xml': PERMISSION_SET
};

/** A pipeline as it runs against Salesforce: hub by JWT, scratch org, deploy, tests, users, source tracking. */
describe('scratch orgs of a local Dev Hub', function () {
  this.timeout(600_000);
  let folder: string;
  let hub: LocalOrg;
  let sf: Sf;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-org-scratch-'));
    for (const [path, content] of Object.entries(FILES)) {
      const target = join(folder, 'project', path);
      await mkdir(join(target, '..'), { recursive: true });
      await writeFile(target, content);
      if (path.endsWith('.cls')) await writeFile(`${target}-meta.xml`, META);
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(folder, 'jwt.key'), key, { mode: 0o600 });
    await mkdir(join(folder, 'home'));
    sf = new Sf(join(folder, 'project'), join(folder, 'home'));
    hub = await startLocalOrg({
      slots: 4,
      jobSlots: 2,
      devHub: true,
      connectedApps: [{ clientId: APP, keys: [createPublicKey(key)], secret: null }]
    });
  });

  after(async () => {
    await hub?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  /** A command that must succeed. */
  async function good(command: string, env: Readonly<Record<string, string>> = {}): Promise<SfResult['result']> {
    const answer = await sf.json(command.split(' '), env);
    expect(answer.status, `sf ${command}: ${JSON.stringify(answer).slice(0, 2000)}`).to.equal(0);
    return answer.result;
  }

  const source = (name: string): string => join(folder, 'project', 'force-app', 'classes', `${name}.cls`);

  it('come from a hub that was logged in to by JWT, and are what the CLI expects', async () => {
    const login = `org login jwt --client-id ${APP} --jwt-key-file ${join(folder, 'jwt.key')} --username ${hub.username}`;
    const refused = await sf.json(`${login}x --instance-url ${hub.url}`.split(' '));
    expect(refused.message).to.match(/there is no user/);
    await good(`${login} --instance-url ${hub.url} --alias hub`);
    const org = await good(
      'org create scratch --target-dev-hub hub --definition-file config/scratch.json --alias ci --set-default --duration-days 1 --wait 5'
    );
    expect(org.scratchOrgInfo).to.include({ Status: 'Active', OrgName: 'Pipeline' });
    expect(org.warnings ?? []).to.deep.equal([]);
    const [display, list, open] = await Promise.all([
      good('org display --target-org ci'),
      good('org list'),
      good('org open --target-org ci --url-only')
    ]);
    expect(display).to.include({
      username: org.username,
      devHubId: hub.username,
      status: 'Active',
      edition: 'Developer'
    });
    expect(list.devHubs).to.have.lengthOf(1);
    expect(list.scratchOrgs.map(({ alias }: { alias: string }) => alias)).to.deep.equal(['ci']);
    expect((await fetch(open.url)).status).to.equal(200);
  });

  it('track their source: what was deployed, changed elsewhere, in conflict, deleted', async () => {
    const first = await good('project deploy preview');
    expect(first.toDeploy.map(({ fullName }: { fullName: string }) => fullName)).to.include.members(['Sum', 'Adder']);
    const deployed = await sf.json('project deploy start'.split(' '));
    expect(deployed.status, JSON.stringify(deployed)).to.equal(0);
    expect(deployed).to.have.property('warnings').that.deep.equals([]);
    expect((await good('project deploy preview')).toDeploy).to.deep.equal([]);
    expect((await good('project retrieve preview')).toRetrieve).to.deep.equal([]);
    expect((await good('apex run test --test-level RunLocalTests --result-format human --wait 2')).summary).to.include({
      outcome: 'Passed'
    });

    await changeElsewhere();
    const incoming = await good('project retrieve preview');
    expect(incoming.toRetrieve.map(({ fullName }: { fullName: string }) => fullName)).to.deep.equal(['Sum']);
    expect(incoming.toDelete.map(({ fullName }: { fullName: string }) => fullName)).to.deep.equal(['Alone']);
    await writeFile(source('Sum'), (await readFile(source('Sum'), 'utf8')).replace('a + b', 'b + a'));
    const conflict = await sf.json('project deploy start'.split(' '));
    expect(conflict.name).to.equal('SourceConflictError');
    const retrieved = await good('project retrieve start --ignore-conflicts');
    expect(
      retrieved.files.map(({ fullName, state }: Record<string, string>) => `${fullName} ${state}`)
    ).to.include.members(['Sum Changed', 'Alone Deleted']);
    expect(await readFile(source('Sum'), 'utf8')).to.include('changed elsewhere');

    await rm(source('SumTest'));
    await rm(`${source('SumTest')}-meta.xml`);
    const removed = await good('project deploy start');
    expect(removed.files.map(({ fullName, state }: Record<string, string>) => `${fullName} ${state}`)).to.include(
      'SumTest Deleted'
    );
    await good('project reset tracking --no-prompt');
    expect((await good('project deploy preview')).toDeploy).to.deep.equal([]);
    await good('project delete tracking --no-prompt');
  });

  /** Another developer's deploy: by a project that shares nothing with ours. */
  async function changeElsewhere(): Promise<void> {
    const classes = join(folder, 'elsewhere', 'classes');
    await mkdir(classes, { recursive: true });
    await writeFile(
      join(classes, 'Sum.cls'),
      'public class Sum {\n  // changed elsewhere\n  public static Integer of(Integer a, Integer b) {\n    return a + b;\n  }\n}\n'
    );
    await writeFile(join(classes, 'Sum.cls-meta.xml'), META);
    const manifest = (types: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">${types}<version>66.0</version></Package>`;
    const types = (name: string): string => `<types><members>${name}</members><name>ApexClass</name></types>`;
    await writeFile(join(folder, 'elsewhere', 'package.xml'), manifest(types('Sum')));
    await writeFile(join(folder, 'elsewhere', 'destructiveChangesPost.xml'), manifest(types('Alone')));
    await good(`project deploy start --metadata-dir ${join(folder, 'elsewhere')} --wait 2`);
  }

  it('have users with tokens, passwords and permissions of their own', async () => {
    const user = await good(
      'org create user --set-alias worker permsets=Adder generatepassword=true --set-unique-username'
    );
    expect(user.permissionSetAssignments).to.deep.equal(['Adder']);
    const shown = await good('org display user --target-org worker');
    expect(shown).to.include({ profileName: 'Standard User', alias: 'worker' });
    const { accessToken } = await good('org auth show-access-token --target-org worker');
    expect(accessToken).to.match(/^00D/);
    await good('org assign permset --name Adder --target-org ci');
    await good('org assign permsetlicense --name IdentityConnect --target-org ci');
    const password = (await good('org generate password --target-org ci')).password as string;
    const soap = await fetch(`${shown.instanceUrl}/services/Soap/u/66.0`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login xmlns="urn:partner.soap.sforce.com"><username>${(await good('org display --target-org ci')).username}</username><password><![CDATA[${password}]]></password></login></e:Body></e:Envelope>`
    });
    expect(await soap.text()).to.include('<sessionId>');
  });

  it('also come from a hub that was logged in to by token, and end when they are deleted', async () => {
    await good(`org login access-token --instance-url ${hub.url} --no-prompt --alias by-token`, {
      SF_ACCESS_TOKEN: hub.accessToken
    });
    await good('org create scratch --target-dev-hub by-token --edition developer --alias other --wait 5');
    const { instanceUrl } = await good('org display --target-org other');
    await Promise.all([
      good('org delete scratch --target-org ci --no-prompt'),
      good('org delete scratch --target-org other --no-prompt')
    ]);
    const list = await good('org list');
    expect(list.scratchOrgs).to.deep.equal([]);
    while (await answers(instanceUrl)) await new Promise((resolve) => setTimeout(resolve, 100));
  });

  const answers = (url: string): Promise<boolean> =>
    fetch(new URL('/healthz', url)).then(
      () => true,
      () => false
    );
});
