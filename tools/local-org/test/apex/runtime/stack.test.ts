import { expect } from 'chai';
import { apexFrames, isThrownByEmittedCode, parseFrame, registerScript } from '../../../src/apex/runtime/stack.js';

const withStack = (message: string, ...frames: string[]): Error =>
  Object.assign(new TypeError(message), { stack: [`TypeError: ${message}`, ...frames].join('\n') });

describe('stack traces', () => {
  it('read class, method and line of a frame of emitted code', () => {
    const text =
      '    at C$Outer$Inner.Outer$Inner$$handle$$handle$1$string [as handle$1$string] (apex:Class.Outer:12:34)';
    expect(parseFrame(text)).to.deep.equal({
      typeKey: 'outer.inner',
      typeName: 'Outer.Inner',
      method: 'handle',
      script: 'apex:Class.Outer',
      line: 12
    });
  });

  it('read constructors, static initialisers and private methods', () => {
    const methods = [
      'at C$A.A$$$init$$$init_a_0 [as $init_a_0] (apex:Class.A:1:2)',
      'at A$$$clinit$$s0 (apex:Class.A:1:2)',
      'at C$A.A$$secret$$secret$0$$a [as secret$0$$a] (apex:Class.A:1:2)'
    ].map((text) => parseFrame(text)?.method);
    expect(methods).to.deep.equal(['$init', '$clinit', 'secret']);
  });

  it('leave out frames of the local org', () => {
    expect(parseFrame('    at ApexList.get (file:///x/values/list.ts:27:5)')).to.equal(null);
    expect(parseFrame('    at new C$A (apex:Class.A:1:2)')).to.equal(null);
  });

  it('end at the body of a trigger', () => {
    const error = withStack(
      'x',
      '    at Handler$$run$$run$0 (apex:Class.Handler:3:1)',
      '    at StackFrames$$$body$$0 (apex:Trigger.StackFrames:7:1)',
      '    at Caller$$save$$save$0 (apex:Class.Caller:9:1)'
    );
    expect(apexFrames(error)).to.deep.equal([
      { name: 'Class.Handler.run', line: 3, column: 1 },
      { name: 'Trigger.StackFrames', line: 7, column: 1 }
    ]);
  });

  it('take the shift of a script into account', () => {
    registerScript('apex:AnonymousBlock', [[10, 8]]);
    const error = withStack(
      'x',
      '    at AnonymousBlock$$f$$f$0 (apex:AnonymousBlock:12:1)',
      '    at X$$$body$$0 (apex:AnonymousBlock:9:1)'
    );
    expect(apexFrames(error).map(({ name, line }) => [name, line])).to.deep.equal([
      ['AnonymousBlock.f', 4],
      ['AnonymousBlock', 9]
    ]);
    registerScript('apex:AnonymousBlock', []);
  });

  it('tell a null target in Apex from a fault of the library', () => {
    const message = "Cannot read properties of null (reading 'x')";
    expect(isThrownByEmittedCode(withStack(message, '    at A$$f$$f$0 (apex:Class.A:1:1)'))).to.equal(true);
    expect(
      isThrownByEmittedCode(withStack(message, '    at trim (file:///x.ts:1:1)', '    at A$$f$$f$0 (apex:Class.A:1:1)'))
    ).to.equal(false);
  });
});
