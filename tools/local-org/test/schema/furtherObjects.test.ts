import { expect } from 'chai';
import { createOrgSchema } from '../../src/schema/org-schema.js';
import { furtherCompanions, furtherObjects } from '../../src/schema/standard/further-objects.js';
import { standardObjects } from '../../src/schema/standard/index.js';

describe('further standard objects', () => {
  const base = createOrgSchema(1, standardObjects());
  const known = (name: string) => base.object(name);
  const prefix = (): string => 'z00';

  it('come when they are named, and not before', () => {
    expect(furtherObjects(new Set(['account', 'foo__c']), known, prefix)).to.deep.equal([]);
    const [made, ...others] = furtherObjects(new Set(['workorderlineitem']), known, prefix);
    expect(others).to.deep.equal([]);
    expect(made).to.include({ name: 'WorkOrderLineItem', keyPrefix: '1WL', nameField: 'LineItemNumber' });
  });

  it('refer to what the org has, and to each other', () => {
    const alone = furtherObjects(new Set(['workorderlineitem']), known, prefix)[0]?.fields;
    expect(alone?.workorderid).to.include({
      relationshipName: 'WorkOrder',
      childRelationshipName: 'WorkOrderLineItems'
    });
    expect(alone?.locationid?.referenceTo).to.deep.equal([]);
    const both = furtherObjects(new Set(['workorderlineitem', 'location']), known, prefix);
    expect(both.find(({ name }) => name === 'WorkOrderLineItem')?.fields.locationid?.referenceTo).to.deep.equal([
      'Location'
    ]);
  });

  it('add single fields to objects that every org has', () => {
    const [individual] = furtherObjects(new Set(['individual', 'consumercreditscore']), known, prefix);
    expect(individual?.fields.consumercreditscore?.type).to.equal('int');
    expect(individual?.fields.occupation).to.equal(undefined);
    expect(furtherObjects(new Set(['consumercreditscore']), known, prefix)).to.deep.equal([]);
  });

  it('have the companions that the platform gives them', () => {
    const [history] = furtherCompanions(new Set(['individualhistory', 'individualfeed']), known, prefix);
    expect(history?.fields.individualid?.childRelationshipName).to.equal('Histories');
    const [event] = furtherCompanions(new Set(['contactchangeevent']), known, prefix);
    expect(event).to.include({ name: 'ContactChangeEvent', kind: 'platform-event' });
    expect(furtherCompanions(new Set(['profilehistory', 'accounthistory']), known, prefix)).to.deep.equal([]);
  });
});
