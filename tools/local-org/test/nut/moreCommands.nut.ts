import { expect } from 'chai';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from '../server/support.js';
import { Sf, type SfResult } from './sf.js';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://soap.sforce.com/2006/04/metadata"';
const CLASS_META = `${XML}<ApexClass ${NAMESPACE}><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>`;

const FILES: Readonly<Record<string, string>> = {
  'sfdx-project.json': '{"packageDirectories":[{"path":"force-app","default":true}],"sourceApiVersion":"66.0"}',
  'force-app/classes/GoodTest.cls': `@IsTest
private class GoodTest {
  @IsTest static void one() { System.assertEquals(1, 1); }
  @IsTest static void two() { System.assertEquals(2, 2); }
}`,
  'force-app/classes/BadTest.cls': `@IsTest
private class BadTest {
  @IsTest static void fails() { System.assertEquals(1, 2, 'not the same'); }
}`,
  'force-app/testSuites/Good.testSuite-meta.xml': `${XML}<ApexTestSuite ${NAMESPACE}><testClassName>GoodTest</testClassName></ApexTestSuite>`,
  'force-app/permissionsets/Reader.permissionset-meta.xml': `${XML}<PermissionSet ${NAMESPACE}><label>Reader</label>
  <objectPermissions><allowCreate>false</allowCreate><allowDelete>false</allowDelete><allowEdit>false</allowEdit><allowRead>true</allowRead>
    <modifyAllRecords>false</modifyAllRecords><viewAllRecords>false</viewAllRecords><object>Account</object></objectPermissions></PermissionSet>`,
  'removed/destructiveChanges.xml': `${XML}<Package ${NAMESPACE}><types><members>Reader</members><name>PermissionSet</name></types><version>66.0</version></Package>`,
  'removed/package.xml': `${XML}<Package ${NAMESPACE}><version>66.0</version></Package>`,
  'half/classes/Fine.cls': 'public class Fine {}',
  'half/classes/GoodTest.cls': '// changed\n@IsTest private class GoodTest {}',
  'half/classes/Wrong.cls': 'public class Wrong {\n  Integer i = missing;\n}',
  'rows.csv': 'Name,Phone\nRow A,1\nRow B,2\n'
};

/** What `commands.nut.ts` leaves out: formats, levels, suites, other ways in, deploys that fail or destroy. */
describe('further commands of the Salesforce CLI', function () {
  this.timeout(300_000);
  let folder: string;
  let org: LocalOrg;
  let sf: Sf;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-org-more-'));
    for (const [path, content] of Object.entries(FILES)) {
      const target = join(folder, path);
      await mkdir(join(target, '..'), { recursive: true });
      await writeFile(target, content);
      if (path.endsWith('.cls')) await writeFile(`${target}-meta.xml`, CLASS_META);
    }
    await mkdir(join(folder, 'home'));
    sf = new Sf(folder, join(folder, 'home'));
    org = await startLocalOrg({ slots: 4, jobSlots: 2 });
    const login = ['org', 'login', 'access-token', '--instance-url', org.url, '--no-prompt', '--set-default'];
    expect((await sf.json([...login, '--alias', 'local'], { SF_ACCESS_TOKEN: org.accessToken })).status).to.equal(0);
  });

  after(async () => {
    await org?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  async function good(command: string, env: Record<string, string> = {}): Promise<SfResult['result']> {
    const answer = await sf.json(words(command), env);
    expect(answer.status, `sf ${command}: ${JSON.stringify(answer).slice(0, 2000)}`).to.equal(0);
    return answer.result;
  }

  it('deploy by the REST API, assign permission sets, and leave the org as it was when a deploy fails', async () => {
    await good('project deploy start', { SF_ORG_METADATA_REST_DEPLOY: 'true' });
    const [assigned, failed, table] = await Promise.all([
      good('org assign permset --name Reader'),
      sf.json(words('project deploy start --source-dir half')),
      sf.text(words('project deploy start --source-dir half'))
    ]);
    expect(assigned.successes).to.deep.equal([{ name: org.username, value: 'Reader' }]);
    expect(failed.status).to.equal(1);
    expect(failed.result.details.componentFailures).to.have.lengthOf(1);
    expect(failed.result.details.componentFailures[0]).to.include({
      fullName: 'Wrong',
      lineNumber: 2,
      columnNumber: 15,
      problem: 'Variable does not exist: missing'
    });
    expect(table.code).to.equal(1);
    expect(table.stdout + table.stderr).to.match(/Wrong.*Variable does not exist: missing.*2:15/s);
    const [nobody, classes] = await Promise.all([
      sf.json(words('org assign permset --name Nobody')),
      good('data query --use-tooling-api --query "SELECT Name, Body FROM ApexClass ORDER BY Name"')
    ]);
    expect(nobody.status).to.equal(1);
    expect(classes.records.map(({ Name }: { Name: string }) => Name)).to.deep.equal(['BadTest', 'GoodTest']);
    expect(classes.records[1].Body).to.equal(FILES['force-app/classes/GoodTest.cls']);
  });

  it('run tests by suite, level, method and in every format', async () => {
    const [suite, method, local] = await Promise.all([
      good('apex run test --suite-names Good --result-format json --wait 2'),
      sf.json(words('apex run test --tests BadTest.fails --result-format json --wait 2')),
      sf.json(words('apex run test --test-level RunLocalTests --result-format json --wait 2'))
    ]);
    expect(suite.summary).to.include({ outcome: 'Passed', testsRan: 2 });
    expect(method.status, 'the exit code of failing tests').to.equal(100);
    expect(method.result.tests[0].Message).to.include('not the same');
    expect(local.result.summary).to.include({ testsRan: 3, failing: 1 });

    const run = 'apex run test --class-names GoodTest --wait 2 --result-format';
    const [junit, tap, all, unknown] = await Promise.all([
      sf.text(words(`${run} junit --output-dir results`)),
      sf.text(words(`${run} tap`)),
      sf.json(words('apex run test --test-level RunAllTestsInOrg --result-format json --wait 2')),
      sf.json(words('apex run test --suite-names Nowhere --result-format json --wait 2'))
    ]);
    expect(junit.stdout).to.match(/<testcase name="one" classname="GoodTest"/);
    expect(await readdir(join(folder, 'results'))).to.include.members(['test-run-id.txt']);
    expect((await readdir(join(folder, 'results'))).join()).to.match(/junit\.xml/);
    expect(tap.stdout)
      .to.match(/^1\.\.2$/m)
      .and.match(/^ok 1 GoodTest\.one$/m);
    expect(all.result.summary.testsRan).to.equal(3);
    expect(unknown.message).to.include('Nowhere');
  });

  it('deploy with test levels, destroy, and retrieve sources', async () => {
    const [specified, failing] = await Promise.all([
      good(
        'project deploy start --test-level RunSpecifiedTests --tests GoodTest --junit --coverage-formatters json --results-dir deployed'
      ),
      sf.json(words('project deploy start --test-level RunLocalTests'))
    ]);
    expect(specified).to.include({ numberTestsCompleted: 2, success: true });
    expect((await readdir(join(folder, 'deployed'), { recursive: true })).join()).to.match(/junit\.xml/);
    expect(failing.status).to.equal(1);
    expect(failing.result.details.runTestResult.failures).to.have.lengthOf(1);

    await good(
      'project deploy start --manifest removed/package.xml --post-destructive-changes removed/destructiveChanges.xml'
    );
    expect(
      (await good('data query --query "SELECT Id FROM PermissionSet WHERE Name = \'Reader\'"')).totalSize
    ).to.equal(0);
    await writeFile(join(folder, 'force-app/classes/GoodTest.cls'), '// changed here\n');
    const [retrieved, async] = await Promise.all([
      good('project retrieve start --source-dir force-app/classes'),
      good('project deploy start --source-dir force-app/testSuites --async')
    ]);
    expect(retrieved.success).to.equal(true);
    expect(await readFile(join(folder, 'force-app/classes/GoodTest.cls'), 'utf8')).to.include('static void two()');
    expect(await good(`project deploy resume --job-id ${async.id}`)).to.include({ status: 'Succeeded' });
    expect((await sf.json(words(`project deploy cancel --job-id ${async.id}`))).status).to.equal(1);
  });

  it('query and load data in every format', async () => {
    await good('data import bulk --sobject Account --file rows.csv --wait 2');
    const query = '--query "SELECT Name, Phone FROM Account ORDER BY Name"';
    const [csv, human, exported] = await Promise.all([
      sf.text(words(`data query ${query} --result-format csv`)),
      sf.text(words(`data query ${query}`)),
      good(`data export bulk ${query} --result-format json --output-file rows.json --wait 2`)
    ]);
    expect(csv.stdout.trim().split('\n')).to.deep.equal(['Name,Phone', 'Row A,1', 'Row B,2']);
    expect(human.stdout).to.match(/Row B\s.*2/);
    expect(exported).to.include({ totalSize: 2 });
    const [{ Id }] = (await good('data query --query "SELECT Id FROM Account WHERE Name = \'Row A\'"')).records;
    await writeFile(join(folder, 'update.csv'), `Id,Phone\n${Id},9\n`);
    const updated = await good('data update bulk --sobject Account --file update.csv --wait 2');
    expect(updated).to.include({ successfulRecords: 1 });
    const [results, counts] = await Promise.all([
      good(`data bulk results --job-id ${updated.jobId}`),
      good('org list sobject record-counts --sobject Account')
    ]);
    expect(results).to.include({ processedRecords: 1, status: 'JobComplete' });
    expect(counts).to.deep.equal([{ name: 'Account', count: 2 }]);
    expect(
      (await execute(org, `System.debug([SELECT Phone FROM Account WHERE Id = '${Id}'].Phone);`)).debug
    ).to.deep.equal(['9']);
  });

  it('know users, types and addresses, without a login too', async () => {
    const direct = { SF_TARGET_ORG: org.accessToken, SF_ORG_INSTANCE_URL: org.url };
    const [user, types, open, rows] = await Promise.all([
      good('org display user'),
      good('org list metadata-types'),
      good('org open --url-only'),
      good('data query --query "SELECT Id FROM Organization"', direct)
    ]);
    expect(user).to.include({ username: org.username, id: org.userId });
    expect(types.metadataObjects.map(({ xmlName }: { xmlName: string }) => xmlName)).to.include('ApexTestSuite');
    expect(open.url).to.include(org.url);
    expect(rows.records[0].Id).to.equal(org.orgId);
    const [manifest, logout] = [
      await good('project generate manifest --from-org local'),
      await good('org logout --target-org local --no-prompt')
    ];
    expect(await readFile(manifest.path, 'utf8').catch(() => readFile(join(folder, 'package.xml'), 'utf8'))).to.include(
      '<members>GoodTest</members>'
    );
    expect(logout).to.deep.equal([org.username]);
    expect((await sf.json(words('org display --target-org local'))).status).not.to.equal(0);
  });
});

const words = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
