import { expect } from 'chai';
import { COMMAND_STATES, EVENT_STATES, commandStatusPath, parseIdempotencyKey, terminalStates } from '../src/index.js';

describe('parseIdempotencyKey', () => {
  it('takes the bare and the quoted form as the same key', () => {
    expect(parseIdempotencyKey('order-1')).to.equal('order-1');
    expect(parseIdempotencyKey('"order-1"')).to.equal('order-1');
    expect(parseIdempotencyKey('  "order-1" ')).to.equal('order-1');
  });

  it('keeps the case of the key', () => {
    expect(parseIdempotencyKey('aB')).to.not.equal(parseIdempotencyKey('Ab'));
  });

  it('allows 1 to 128 characters of the published alphabet', () => {
    expect(parseIdempotencyKey('k'.repeat(128))).to.have.length(128);
    for (const value of ['', '""', 'k'.repeat(129), 'a b', 'a/b', 'a"b', '"a', 'ä', 'a\nb']) {
      expect(parseIdempotencyKey(value), JSON.stringify(value)).to.equal(undefined);
    }
  });
});

describe('life cycles', () => {
  for (const [store, states] of Object.entries({ commands: COMMAND_STATES, events: EVENT_STATES })) {
    it(`of ${store} lead only to states that exist`, () => {
      const names = states.map((state) => state.name as string);
      for (const state of states) expect(names).to.include.members([...state.next]);
    });
  }

  it('keep unfinished work apart from finished work', () => {
    expect(terminalStates(COMMAND_STATES)).to.deep.equal(['Succeeded', 'Rejected', 'Exhausted']);
    expect(terminalStates(EVENT_STATES)).to.deep.equal(['Processed', 'Stale', 'Dead Letter']);
  });
});

describe('paths', () => {
  it('escape what comes from outside', () => {
    expect(commandStatusPath('create-order', 'a~b:c')).to.equal(
      '/services/apexrest/integration/v1/commands/create-order/a~b%3Ac'
    );
  });
});
