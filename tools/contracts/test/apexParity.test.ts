import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ANSWERS, COMMAND_STATES, EVENT_STATES, METRICS } from '../src/index.js';

/** A file of the Salesforce project. */
function source(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../force-app/core/${path}`, import.meta.url)), 'utf8');
}

/** The values of a picklist, in the order of the file. */
function picklistValues(path: string): string[] {
  const definition = source(path).split('<valueSetDefinition>')[1] ?? '';
  return [...definition.matchAll(/<fullName>([^<]+)<\/fullName>/g)].map((match) => match[1]!);
}

describe('the contract in Apex', () => {
  const ENTRY =
    /new Entry\(\s*'(?<code>[A-Z_]+)',\s*(?<status>\d+),\s*Effect\.(?<effect>[A-Z]+),\s*NextStep\.(?<next>[A-Z_]+),\s*'(?<title>(?:[^'\\]|\\.)*)'\s*\)/g;

  it('has the same table of answers', () => {
    const inApex = [...source('commands/classes/AnswerTable.cls').matchAll(ENTRY)].map(({ groups }) => ({
      code: groups!.code,
      status: Number(groups!.status),
      effect: groups!.effect!.toLowerCase(),
      next: groups!.next!.toLowerCase().replaceAll('_', '-'),
      title: groups!.title
    }));

    expect(inApex).to.deep.equal(
      ANSWERS.map(({ code, statuses, effect, next, title }) => ({ code, status: statuses[0], effect, next, title }))
    );
  });

  it('has the same metrics, in the same order', () => {
    const inApex = [
      ...source('metrics/classes/MetricsMapper.cls').matchAll(/new Metric\(\s*'(?<name>\w+)',\s*'(?<unit>\w*)',/g)
    ].map(({ groups }) => [groups!.name, groups!.unit]);

    expect(inApex).to.deep.equal(Object.entries(METRICS).map(([name, { unit }]) => [name, unit]));
  });

  for (const [name, path, states] of [
    ['commands', 'commands/objects/Integration_Request__c/fields/Status__c.field-meta.xml', COMMAND_STATES],
    ['events', 'inbound/objects/Inbound_Event__c/fields/Status__c.field-meta.xml', EVENT_STATES]
  ] as const) {
    it(`has the same states of ${name}`, () => {
      expect(picklistValues(path)).to.have.members(states.map((state) => state.name));
    });
  }
});
