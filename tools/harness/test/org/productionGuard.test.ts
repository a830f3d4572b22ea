import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { askForName } from '../../src/cli/askForName.js';
import { requireNoProduction } from '../../src/org/productionGuard.js';
import type { RestClient, SObjectRow } from '../../src/org/restClient.js';
import { UsageError } from '../../src/run/errors.js';

const PRODUCTION = { Name: 'Acme', IsSandbox: false, OrganizationType: 'Unlimited Edition', TrialExpirationDate: null };

/** Asks an org that says about itself what it is told to. */
async function refusal(organization: SObjectRow | undefined, confirm?: (name: string) => Promise<boolean>) {
  const rows = organization === undefined ? [] : [organization];
  const admin = { query: () => Promise.resolve(rows) } as unknown as RestClient;
  const permission = { deed: 'the test writes data', command: 'npm run x --', confirm };
  return requireNoProduction('acme', admin, permission).then(
    () => undefined,
    (error: UsageError) => error
  );
}

describe('a production org', () => {
  it('is refused, with the way that remains', async () => {
    const error = await refusal(PRODUCTION);

    expect(error).to.be.instanceOf(UsageError);
    expect(error?.message).to.contain("'acme' is a production org (Unlimited Edition); the test writes data");
    expect(error?.actions.join()).to.contain('npm run x -- --target-org acme --allow-production');
  });

  it('is what an org counts for that does not say what it is', async () => {
    expect(await refusal(undefined)).to.be.instanceOf(UsageError);
    expect(await refusal({ ...PRODUCTION, OrganizationType: null })).to.be.instanceOf(UsageError);
  });

  it('is used when a person says its name, and not when they say another', async () => {
    const asked: string[] = [];
    const answer = (is: boolean) => (name: string) => {
      asked.push(name);
      return Promise.resolve(is);
    };

    expect(await refusal(PRODUCTION, answer(true))).to.equal(undefined);
    expect((await refusal(PRODUCTION, answer(false)))?.message).to.contain('nothing was done');
    expect(asked).to.deep.equal(['Acme', 'Acme']);
  });

  for (const [name, change] of Object.entries({
    'a sandbox or scratch org': { IsSandbox: true },
    'a trial': { TrialExpirationDate: '2026-12-31T00:00:00.000+0000' },
    'a Developer Edition': { OrganizationType: 'Developer Edition' }
  })) {
    it(`is not ${name}, about which nobody is asked`, async () => {
      const ask = (): Promise<boolean> => Promise.reject(new Error('asked'));

      expect(await refusal({ ...PRODUCTION, ...change }, ask)).to.equal(undefined);
    });
  }
});

describe('the question for the name of an org', () => {
  function terminal(isTTY: boolean, typed: string) {
    const input = Object.assign(new PassThrough(), { isTTY });
    input.end(`${typed}\n`);
    const output = new PassThrough();
    return { input, output };
  }

  it('is answered by the name alone', async () => {
    const right = terminal(true, 'Acme ');

    expect(await askForName('Acme', 'writes data', right)).to.equal(true);
    expect(String(right.output.read())).to.contain('PRODUCTION').and.to.contain('Acme');
    expect(await askForName('Acme', 'writes data', terminal(true, 'y'))).to.equal(false);
  });

  it('is not asked where nobody sits', async () => {
    const error = await askForName('Acme', 'writes data', terminal(false, 'Acme')).catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(UsageError);
  });
});
