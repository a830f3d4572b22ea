import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { deployFiles, orgWith, type ProjectFiles } from './support.js';

const SUM = `public class Sum {
  public static Integer of(Integer a, Integer b) {
    if (a == null) {
      return b;
    }
    return a + b;
  }
}`;

const PROJECT: ProjectFiles = {
  'classes/Sum.cls': SUM,
  'classes/Unused.cls': 'public class Unused {\n  public static void run() {\n    Integer i = 1;\n  }\n}',
  'classes/SumTest.cls': `@IsTest
private class SumTest {
  @IsTest static void adds() { System.assertEquals(3, Sum.of(1, 2)); }
  @IsTest static void takesTheOther() { System.assertEquals(2, Sum.of(null, 2)); }
}`
};

describe('code coverage of the Tooling API', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith(PROJECT);
  });
  after(() => org?.stop());

  async function tooling<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${org.url}/services/data/v68.0/tooling/${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    expect(response.status, await response.clone().text()).to.equal(200);
    return (await response.json()) as T;
  }
  const query = async (soql: string): Promise<Record<string, unknown>[]> =>
    (await tooling<{ records: Record<string, unknown>[] }>('GET', `query?q=${encodeURIComponent(soql)}`)).records;

  const AGGREGATE =
    'SELECT ApexClassOrTrigger.Name, NumLinesCovered, NumLinesUncovered, Coverage FROM ApexCodeCoverageAggregate ORDER BY ApexClassOrTrigger.Name';

  it('is kept by method, class and org, in lines of Apex', async () => {
    const run = { tests: [{ className: 'SumTest', testMethods: ['adds'] }] };
    const result = await tooling<{ codeCoverage: Record<string, unknown>[] }>('POST', 'runTestsSynchronous', run);
    expect(result.codeCoverage.find(({ name }) => name === 'Sum')).to.deep.include({
      type: 'Class',
      numLocations: 3,
      numLocationsNotCovered: 1,
      locationsNotCovered: [{ line: 4, column: 0, numExecutions: 0, time: -1 }]
    });

    const [byMethod] = await query(
      'SELECT ApexTestClassId, ApexClassOrTrigger.Id, ApexClassOrTrigger.Name, TestMethodName, NumLinesCovered, NumLinesUncovered, Coverage FROM ApexCodeCoverage'
    );
    expect(byMethod).to.deep.include({
      TestMethodName: 'adds',
      NumLinesCovered: 2,
      NumLinesUncovered: 1,
      Coverage: { coveredLines: [3, 6], uncoveredLines: [4] }
    });
    const sums = await query(AGGREGATE);
    expect(sums.map(({ NumLinesCovered, NumLinesUncovered }) => [NumLinesCovered, NumLinesUncovered])).to.deep.equal([
      [2, 1],
      [0, 1]
    ]);
    expect(await query('SELECT PercentCovered FROM ApexOrgWideCoverage')).to.have.lengthOf(1);
    expect((await query('SELECT PercentCovered FROM ApexOrgWideCoverage'))[0]).to.include({ PercentCovered: 50 });
  });

  it('adds up over runs, and starts anew for a class that has changed', async () => {
    await tooling('POST', 'runTestsSynchronous', { tests: [{ className: 'SumTest', testMethods: ['takesTheOther'] }] });
    expect((await query(AGGREGATE))[0]).to.deep.include({ Coverage: { coveredLines: [3, 4, 6], uncoveredLines: [] } });

    await deployFiles(org, { 'classes/Sum.cls': SUM.replace('a + b', 'b + a') });
    await tooling('POST', 'runTestsSynchronous', { tests: [{ className: 'SumTest', testMethods: ['takesTheOther'] }] });
    expect((await query(AGGREGATE))[0]).to.deep.include({ Coverage: { coveredLines: [3, 4], uncoveredLines: [6] } });
  });

  it('is not measured when the run does not want it', async () => {
    const before = await query('SELECT Id FROM ApexCodeCoverage');
    const run = { tests: [{ className: 'SumTest' }], skipCodeCoverage: true };
    expect(await tooling('POST', 'runTestsSynchronous', run)).to.deep.include({ numTestsRun: 2, codeCoverage: [] });
    expect(await query('SELECT Id FROM ApexCodeCoverage')).to.deep.equal(before);
  });
});
