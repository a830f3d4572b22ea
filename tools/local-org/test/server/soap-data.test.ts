import { expect } from 'chai';
import { createRequire } from 'node:module';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

interface SaveResult {
  readonly id: string;
  readonly success: boolean;
  readonly created?: boolean;
  readonly errors?: readonly { readonly statusCode: string; readonly message: string }[] | null;
}

/** The SOAP part of the client that the Salesforce CLI brings along. */
interface SoapApi {
  create(records: object | object[]): Promise<SaveResult[]>;
  update(records: object[]): Promise<SaveResult[]>;
  upsert(field: string, records: object[]): Promise<SaveResult[]>;
  delete(ids: string[]): Promise<SaveResult[]>;
  undelete(ids: string[]): Promise<SaveResult[]>;
  emptyRecycleBin(ids: string[]): Promise<SaveResult[]>;
  merge(request: object): Promise<{ success: boolean; id: string; mergedRecordIds: string[] }>;
  getServerTimestamp(): Promise<{ timestamp: string }>;
  describeTabs(): Promise<unknown>;
  convertLead(
    request: object
  ): Promise<Record<'accountId' | 'contactId' | 'opportunityId', string | null> & SaveResult>;
}

describe('rows by the SOAP API', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  let soap: SoapApi;
  before(async () => {
    org = await startLocalOrg({ slots: 4, jobSlots: 2 });
    const { Connection } = createRequire(import.meta.url)('@jsforce/jsforce-node') as {
      Connection: new (options: object) => { soap: SoapApi };
    };
    soap = new Connection({ instanceUrl: org.url, accessToken: org.accessToken, version: '66.0' }).soap;
  });
  after(() => org?.stop());
  afterEach(() => execute(org, 'delete [SELECT Id FROM Contact]; delete [SELECT Id FROM Account];'));

  const names = async (): Promise<string[]> =>
    (await execute(org, 'for (Account a : [SELECT Name FROM Account ORDER BY Name]) System.debug(a.Name);')).debug;

  async function raw(content: string, headers = ''): Promise<string> {
    const response = await fetch(`${org.url}/services/Soap/u/66.0`, {
      method: 'POST',
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><SessionHeader><sessionId>${org.accessToken}</sessionId></SessionHeader>${headers}</e:Header><e:Body>${content}</e:Body></e:Envelope>`
    });
    return response.text();
  }

  it('are made, changed, found again by external id, deleted and brought back', async () => {
    const [one, two, bad] = await soap.create([
      { type: 'Account', Name: 'One', Phone: '1', NumberOfEmployees: 5 },
      { type: 'Account', Name: 'Two & <more>' },
      { type: 'Account', Phone: 'no name' }
    ]);
    expect([one?.success, two?.success, bad?.success]).to.deep.equal([true, true, false]);
    expect([bad?.errors].flat()[0]).to.include({ statusCode: 'REQUIRED_FIELD_MISSING' });
    const id = one!.id;
    await soap.update([{ type: 'Account', Id: id, Name: 'First', Phone: null }]);
    const { debug } = await execute(
      org,
      `Account a = [SELECT Name, Phone FROM Account WHERE Id = '${id}']; System.debug(a.Name + ' ' + a.Phone);`
    );
    expect(debug).to.deep.equal(['First null']);
    const [upserted, made] = await soap.upsert('Id', [
      { type: 'Account', Id: id, Name: 'Again' },
      { type: 'Account', Name: 'New' }
    ]);
    expect([upserted?.created, made?.created]).to.deep.equal([false, true]);
    expect((await soap.delete([id])).map(({ success }) => success)).to.deep.equal([true]);
    expect(await names()).to.deep.equal(['New', 'Two & <more>']);
    expect((await soap.undelete([id])).map(({ success }) => success)).to.deep.equal([true]);
    expect(await names()).to.include('Again');
    await soap.delete([id]);
    expect((await soap.emptyRecycleBin([id])).map(({ success }) => success)).to.deep.equal([true]);
    expect((await soap.undelete([id])).map(({ success }) => success)).to.deep.equal([false]);
  });

  it('are merged', async () => {
    const [master, other] = await soap.create([
      { type: 'Account', Name: 'Master' },
      { type: 'Account', Name: 'Other' }
    ]);
    const result = await soap.merge({
      masterRecord: { type: 'Account', Id: master!.id },
      recordToMergeIds: [other!.id]
    });
    expect(result).to.include({ success: true, id: master!.id });
    expect(await names()).to.deep.equal(['Master']);
  });

  it('are queried page by page', async () => {
    await execute(
      org,
      `List<Account> rows = new List<Account>();
      for (Integer i = 0; i < 450; i++) rows.add(new Account(Name = 'A' + String.valueOf(i).leftPad(3, '0')));
      insert rows;
      insert new Contact(LastName = 'Child', AccountId = rows[0].Id);`
    );
    const batch = '<QueryOptions><batchSize>200</batchSize></QueryOptions>';
    const query =
      '<query><queryString>SELECT Name, CreatedDate, Owner.Username, (SELECT LastName FROM Contacts) FROM Account ORDER BY Name</queryString></query>';
    const first = await raw(query, batch);
    expect(first).to.include('<size>450</size>').and.include('<done>false</done>');
    expect(first).to.match(
      /<sf:type>Account<\/sf:type><sf:Id xsi:nil="true"\/><sf:Name>A000<\/sf:Name><sf:CreatedDate>[\d-]+T[\d:.]+Z</
    );
    expect(first)
      .to.include(`<sf:Username>${org.username}</sf:Username>`)
      .and.include('<sf:LastName>Child</sf:LastName>');
    const seen = [first];
    for (let locator = /<queryLocator>([^<]+)</.exec(first)?.[1]; locator;) {
      const page = await raw(`<queryMore><queryLocator>${locator}</queryLocator></queryMore>`);
      seen.push(page);
      locator = /<queryLocator>([^<]+)</.exec(page)?.[1];
    }
    expect(seen.map((page) => page.split('<sf:Name>').length - 1)).to.deep.equal([200, 200, 50]);
    expect(seen.at(-1)).to.include('<done>true</done>');
    expect(await raw('<queryMore><queryLocator>01g000000000000-1</queryLocator></queryMore>')).to.include(
      'sf:INVALID_QUERY_LOCATOR'
    );
    expect(await raw('<query><queryString>SELECT Nothing FROM Account</queryString></query>')).to.include(
      'sf:INVALID_FIELD'
    );
    const [id] = (await execute(org, "System.debug([SELECT Id FROM Account WHERE Name = 'A001'].Id);")).debug;
    expect(
      await raw(
        `<retrieve><fieldList>Id, Name</fieldList><sObjectType>Account</sObjectType><ids>${id}</ids><ids>001000000000000AAA</ids></retrieve>`
      )
    ).to.match(new RegExp(`<sf:Id>${id}</sf:Id><sf:Name>A001</sf:Name></result><result xsi:nil="true"/>`));
  });

  it('converts leads', async () => {
    const [lead] = await soap.create([{ type: 'Lead', LastName: 'Lead', Company: 'Company' }]);
    const convertedStatus = 'Closed - Converted';
    const refused = await soap.convertLead({ leadId: lead!.id, convertedStatus: 'Working - Contacted' });
    expect([refused.success, [refused.errors].flat()[0]?.statusCode]).to.deep.equal([false, 'INVALID_STATUS']);
    const made = await soap.convertLead({ leadId: lead!.id, convertedStatus });
    expect(made.success).to.equal(true);
    expect([made.accountId, made.contactId, made.opportunityId].map((id) => id?.slice(0, 3))).to.deep.equal([
      '001',
      '003',
      '006'
    ]);
    await execute(org, 'delete [SELECT Id FROM Opportunity];');
  });

  it('refuses what there is not by name', async () => {
    const error = await soap.describeTabs().then(
      () => null,
      (thrown: Error) => thrown
    );
    expect(error?.message).to.match(/not supported by the local org: SOAP describeTabs/);
    expect(Date.parse((await soap.getServerTimestamp()).timestamp)).to.be.closeTo(Date.now(), 60_000);
  });
});
