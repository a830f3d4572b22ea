import { expect } from 'chai';
import { DeferredStatements } from '../../src/database/deferred.js';

function sent(...statements: string[]): readonly string[] {
  const deferred = new DeferredStatements();
  for (const statement of statements) deferred.push(statement);
  return deferred.take();
}

describe('statements that wait for the next call', () => {
  it('keep their order', () => {
    expect(sent('BEGIN', "SET LOCAL lock_timeout = '1s'", 'SAVEPOINT a')).to.deep.equal([
      'BEGIN',
      "SET LOCAL lock_timeout = '1s'",
      'SAVEPOINT a'
    ]);
  });

  it('are not sent when a savepoint is released before anything happened', () => {
    expect(sent('BEGIN', 'SAVEPOINT a', 'SAVEPOINT b', 'RELEASE SAVEPOINT b', 'RELEASE SAVEPOINT a')).to.deep.equal([
      'BEGIN'
    ]);
  });

  it('share one savepoint when nothing lies between two', () => {
    const deferred = new DeferredStatements();
    for (const statement of ['SAVEPOINT a', 'SAVEPOINT b', 'SAVEPOINT c']) deferred.push(statement);
    expect(deferred.take()).to.deep.equal(['SAVEPOINT a']);
    for (const statement of ['RELEASE SAVEPOINT c', 'ROLLBACK TO SAVEPOINT b', 'RELEASE SAVEPOINT b']) {
      deferred.push(statement);
    }
    expect(deferred.take()).to.deep.equal(['ROLLBACK TO SAVEPOINT a']);
    deferred.push('RELEASE SAVEPOINT a');
    expect(deferred.take()).to.deep.equal(['RELEASE SAVEPOINT a']);
  });

  it('do not share a savepoint across a statement that was sent', () => {
    const deferred = new DeferredStatements();
    deferred.push('SAVEPOINT a');
    deferred.take();
    deferred.push('SAVEPOINT b');
    expect(deferred.take()).to.deep.equal(['SAVEPOINT b']);
  });

  it('set a name again as a savepoint of its own', () => {
    const deferred = new DeferredStatements();
    deferred.push('SAVEPOINT a');
    deferred.push('SAVEPOINT b');
    deferred.take();
    deferred.push('RELEASE SAVEPOINT b');
    deferred.push('SAVEPOINT b');
    expect(deferred.take()).to.deep.equal(['SAVEPOINT b']);
    deferred.push('RELEASE SAVEPOINT b');
    expect(deferred.take()).to.deep.equal(['RELEASE SAVEPOINT b']);
  });

  it('leave the inner release to the outer, and both to the end of the transaction', () => {
    expect(sent('RELEASE SAVEPOINT b', 'RELEASE SAVEPOINT a')).to.deep.equal(['RELEASE SAVEPOINT a']);
    expect(sent('RELEASE SAVEPOINT b', 'RELEASE SAVEPOINT a', 'COMMIT', 'BEGIN')).to.deep.equal(['COMMIT', 'BEGIN']);
  });

  it('roll back once', () => {
    expect(sent('ROLLBACK TO SAVEPOINT a', 'ROLLBACK TO SAVEPOINT a')).to.deep.equal(['ROLLBACK TO SAVEPOINT a']);
  });

  it('count how often a savepoint was rolled back to, sent or not', () => {
    const deferred = new DeferredStatements();
    for (const statement of ['BEGIN', 'SAVEPOINT a', 'ROLLBACK TO SAVEPOINT a', 'RELEASE SAVEPOINT a', 'ROLLBACK']) {
      deferred.push(statement);
    }
    expect(deferred.rollbacks).to.equal(1);
  });
});
