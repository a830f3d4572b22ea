import { expect } from 'chai';
import { LineWriter } from '../../../src/apex/emitter/writer.js';

describe('LineWriter', () => {
  it('puts text on the line of its source', () => {
    const writer = new LineWriter();
    writer.write('a;');
    writer.moveTo(3);
    writer.write('b;');
    writer.moveTo(2);
    writer.write('c;');
    expect(writer.toString()).to.equal('a;\n\nb;c;');
    expect(writer.shifts).to.deep.equal([]);
  });

  it('shifts a function that has to stand behind one below it', () => {
    const writer = new LineWriter();
    writer.startAt(5);
    writer.write('later');
    writer.startAt(2);
    writer.write('earlier');
    writer.moveTo(3);
    writer.write('its second line');
    const lines = writer.toString().split('\n');
    expect(lines.indexOf('later')).to.equal(4);
    const [[from, shift] = [0, 0]] = writer.shifts;
    expect(lines.indexOf('earlier') + 1).to.equal(from);
    expect(lines.indexOf('earlier') + 1 - shift).to.equal(2);
    expect(lines.indexOf('its second line') + 1 - shift).to.equal(3);
  });

  it('fills reserved places', () => {
    const writer = new LineWriter();
    const place = writer.reserve();
    writer.write('behind');
    writer.fill(place, 'front ');
    expect(writer.toString()).to.equal('front behind');
  });
});
