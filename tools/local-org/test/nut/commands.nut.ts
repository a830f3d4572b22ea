import { expect } from 'chai';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from '../server/support.js';
import { Sf, type SfResult } from './sf.js';

const META =
  '<?xml version="1.0" encoding="UTF-8"?><ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>';

const FILES: Readonly<Record<string, string>> = {
  'sfdx-project.json': '{"packageDirectories":[{"path":"force-app","default":true}],"sourceApiVersion":"66.0"}',
  'force-app/classes/Sum.cls': `public class Sum {
  public static Integer of(Integer a, Integer b) {
    if (a == null) {
      return b;
    }
    return a + b;
  }
}`,
  'force-app/classes/SumTest.cls': `@IsTest
private class SumTest {
  @IsTest static void adds() { System.assertEquals(3, Sum.of(1, 2)); }
}`,
  'force-app/classes/Alone.cls': 'public class Alone {}',
  'new.csv': 'Name,Phone\nBulk A,1\nBulk B,2\n',
  'broken/Broken.cls': 'public class Broken {\n  Integer i = missing;\n}'
};

/** Commands of the Salesforce CLI against one org: each was made for Salesforce and knows nothing of a local org. */
describe('the Salesforce CLI', function () {
  this.timeout(300_000);
  let folder: string;
  let org: LocalOrg;
  let sf: Sf;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-org-sf-'));
    for (const [path, content] of Object.entries(FILES)) {
      const target = join(folder, path);
      await mkdir(join(target, '..'), { recursive: true });
      await writeFile(target, content);
      if (path.endsWith('.cls')) await writeFile(`${target}-meta.xml`, META);
    }
    sf = new Sf(folder, join(folder, 'home'));
    await mkdir(join(folder, 'home'));
    org = await startLocalOrg({ slots: 4, jobSlots: 2 });
    const args = [
      'org',
      'login',
      'access-token',
      '--instance-url',
      org.url,
      '--no-prompt',
      '--alias',
      'local',
      '--set-default'
    ];
    expect((await sf.json(args, { SF_ACCESS_TOKEN: org.accessToken })).status).to.equal(0);
    await good('project deploy start');
  });

  after(async () => {
    await org?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  /** A command that must succeed; words with blanks stand in double quotes. */
  async function good(command: string): Promise<SfResult['result']> {
    const answer = await sf.json(words(command));
    expect(answer.status, `sf ${command}: ${JSON.stringify(answer).slice(0, 2000)}`).to.equal(0);
    return answer.result;
  }

  it('knows the org and describes it', async () => {
    const [display, list] = await Promise.all([good('org display'), good('org list')]);
    expect(display).to.include({ username: org.username, connectedStatus: 'Connected', id: org.orgId });
    expect(list.nonScratchOrgs).to.have.lengthOf(1);
    const [limits, objects] = await Promise.all([good('org list limits'), good('sobject list --sobject standard')]);
    expect(limits.map(({ name }: { name: string }) => name)).to.include('DailyApiRequests');
    expect(objects).to.include.members(['Account', 'Contact']);
    const [account, classes] = await Promise.all([
      good('sobject describe --sobject Account'),
      good('org list metadata --metadata-type ApexClass')
    ]);
    expect(account.fields.map(({ name }: { name: string }) => name)).to.include('Name');
    expect(classes.map(({ fullName }: { fullName: string }) => fullName).sort()).to.deep.equal([
      'Alone',
      'Sum',
      'SumTest'
    ]);
    const raw = await sf.text(words('api request rest /services/data/v68.0/limits'));
    expect(JSON.parse(raw.stdout.slice(raw.stdout.indexOf('{')))).to.have.property('DailyApiRequests');
  });

  it('runs tests and shows their coverage', async () => {
    const run = 'apex run test --code-coverage --class-names SumTest';
    const [now, later] = await Promise.all([
      good(`${run} --result-format json --synchronous`),
      good(`${run} --result-format json --wait 2`)
    ]);
    for (const result of [now, later]) {
      expect(result.summary).to.include({
        outcome: 'Passed',
        testsRan: 1,
        testRunCoverage: '67%',
        orgWideCoverage: '67%'
      });
      const [sum] = result.coverage.coverage;
      expect(sum).to.include({ name: 'Sum', totalLines: 3, totalCovered: 2, coveredPercent: 67 });
      expect(sum.lines).to.deep.equal({ 3: 1, 4: 0, 6: 1 });
    }
    const [human, again] = await Promise.all([
      sf.text(words(`${run} --result-format human --wait 2 --detailed-coverage`)),
      good(`apex get test --test-run-id ${later.summary.testRunId}`)
    ]);
    expect(human.code).to.equal(0);
    expect(human.stdout)
      .to.match(/Apex Code Coverage/)
      .and.match(/Sum\s.*67%\s*.*4/);
    expect(again.summary).to.include({ outcome: 'Passed' });
  });

  it('validates, deploys quickly, reports, retrieves and deletes', async () => {
    const validated = await good('project deploy validate --source-dir force-app --test-level RunLocalTests');
    expect(validated).to.include({ checkOnly: true, success: true, numberTestsCompleted: 1 });
    const quick = await good(`project deploy quick --job-id ${validated.id}`);
    expect(quick).to.include({ success: true });
    const again = await sf.json(words(`project deploy quick --job-id ${validated.id}`));
    expect(again.name, 'a deploy came after the validation').to.equal('CannotQuickDeployError');
    const [report, retrieved] = await Promise.all([
      good(`project deploy report --job-id ${validated.id}`),
      good('project retrieve start --metadata ApexClass:Sum --target-metadata-dir retrieved --unzip')
    ]);
    expect(report).to.include({ status: 'Succeeded' });
    expect(retrieved.success).to.equal(true);

    const [preview, broken] = await Promise.all([
      sf.json(words('project deploy preview')),
      sf.json(words('project deploy start --source-dir broken'))
    ]);
    expect(preview.name).to.equal('NonSourceTrackedOrgError');
    expect(broken.status).to.equal(1);
    expect(broken.result.details.componentFailures[0]).to.include({
      fullName: 'Broken',
      lineNumber: 2,
      problemType: 'Error'
    });
    await good('project delete source --metadata ApexClass:Alone --no-prompt');
    expect(
      (await good('org list metadata --metadata-type ApexClass')).map(({ fullName }: { fullName: string }) => fullName)
    ).not.to.include('Alone');
  });

  it('works on single records', async () => {
    const made = await good(`data create record --sobject Account --values "Name='One' Phone=1"`);
    expect(await good(`data get record --sobject Account --record-id ${made.id}`)).to.include({
      Name: 'One',
      Phone: '1'
    });
    await good(`data update record --sobject Account --where "Name='One'" --values Phone=2`);
    const { records } = await good(`data query --query "SELECT Phone, Owner.Name FROM Account WHERE Name = 'One'"`);
    expect(records).to.have.lengthOf(1);
    expect(records[0]).to.include({ Phone: '2' });
    const found = await good('data search --query "FIND {One} IN ALL FIELDS RETURNING Account(Id, Name)"');
    expect(found.searchRecords).to.have.lengthOf(1);
    await good(`data delete record --sobject Account --record-id ${made.id}`);
    expect((await good('data query --query "SELECT Id FROM Account"')).totalSize).to.equal(0);
  });

  it('moves records in bulk and as trees', async () => {
    const imported = await good('data import bulk --sobject Account --file new.csv --wait 2');
    expect(imported).to.include({ processedRecords: 2, successfulRecords: 2, failedRecords: 0 });
    await Promise.all([
      good(
        'data export bulk --query "SELECT Id, Name, Phone FROM Account ORDER BY Name" --output-file out.csv --wait 2'
      ),
      good(
        'data export tree --query "SELECT Name, (SELECT LastName FROM Contacts) FROM Account" --plan --output-dir tree'
      )
    ]);
    const csv = await readFile(join(folder, 'out.csv'), 'utf8');
    expect(csv.split('\n')[1]).to.match(/^"001\w{15}","Bulk A","1"$/);

    await writeFile(join(folder, 'upsert.csv'), csv.replace('"Bulk A"', '"Bulk A2"'));
    const upserted = await good('data upsert bulk --sobject Account --file upsert.csv --external-id Id --wait 2');
    expect(upserted.jobInfo).to.include({ state: 'JobComplete', numberRecordsProcessed: 2, numberRecordsFailed: 0 });
    const ids = csv
      .split('\n')
      .map((line) => line.split(',')[0])
      .join('\n');
    await writeFile(join(folder, 'ids.csv'), ids);
    const deleted = await good('data delete bulk --sobject Account --file ids.csv --wait 2');
    expect(deleted.jobInfo).to.include({ state: 'JobComplete', numberRecordsProcessed: 2 });

    const plan = (await readdir(join(folder, 'tree'))).find((name) => name.includes('plan'));
    expect(await good(`data import tree --plan tree/${String(plan)}`)).to.have.lengthOf(2);
    const { debug } = await execute(
      org,
      'for (Account a : [SELECT Name FROM Account ORDER BY Name]) System.debug(a.Name);'
    );
    expect(debug).to.deep.equal(['Bulk A', 'Bulk B']);
  });

  it('runs anonymous Apex, tails, lists and reads debug logs', async () => {
    const tail = sf.start(['apex', 'tail', 'log']);
    let output = '';
    tail.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    try {
      for (let i = 0; i < 200 && !output.includes('hello tail'); i++) {
        await execute(org, "System.debug('hello tail');");
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      expect(output).to.match(/USER_DEBUG\|\[1\]\|DEBUG\|hello tail/);
    } finally {
      tail.kill();
      await once(tail, 'exit');
    }
    await writeFile(join(folder, 'hello.apex'), "System.debug('from a file');");
    expect(await good('apex run --file hello.apex')).to.include({ success: true, compiled: true });
    const [list, last] = await Promise.all([good('apex list log'), good('apex get log --number 1')]);
    expect(list[0]).to.include({ Operation: '/services/Soap/s/executeAnonymous', Status: 'Success' });
    expect(last[0].log).to.include('|from a file');
  });
});

const words = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
