import { expect } from 'chai';
import { Decimal } from '../../src/values/decimal.js';

const decimal = (text: string): Decimal => Decimal.parse(text);

describe('Decimal', () => {
  it('keeps the larger scale in sums and adds scales in products', () => {
    expect(decimal('1.10').add(decimal('2.345')).toString()).to.equal('3.445');
    expect(decimal('1.10').subtract(decimal('1.1')).toString()).to.equal('0.00');
    expect(decimal('1.10').multiply(decimal('2.0')).toString()).to.equal('2.200');
  });

  it('never computes in floating point', () => {
    expect(decimal('0.1').add(decimal('0.2')).toString()).to.equal('0.3');
    expect(decimal('99999999999999999999.99').add(decimal('0.01')).toString()).to.equal('100000000000000000000.00');
  });

  it('rounds half to even unless told otherwise', () => {
    expect(decimal('5.245').setScale(2).toString()).to.equal('5.24');
    expect(decimal('5.235').setScale(2).toString()).to.equal('5.24');
    expect(decimal('5.245').setScale(2, 'HALF_UP').toString()).to.equal('5.25');
    expect(decimal('-1.5').setScale(0, 'CEILING').toString()).to.equal('-1');
    expect(decimal('-1.5').setScale(0, 'FLOOR').toString()).to.equal('-2');
    expect(decimal('1.001').setScale(2, 'UP').toString()).to.equal('1.01');
    expect(decimal('2.5').setScale(0, 'HALF_DOWN').toString()).to.equal('2');
  });

  it('refuses what the platform refuses', () => {
    expect(() => decimal('1').setScale(34)).to.throw('34');
    expect(() => decimal('1').divide(decimal('0'), 2)).to.throw('Divide by 0');
    expect(() => decimal('1.5').setScale(0, 'UNNECESSARY')).to.throw('Rounding necessary');
  });

  it('divides exactly where it can, and to 33 digits where it cannot', () => {
    expect(decimal('10').divideExact(decimal('4')).toString()).to.equal('2.5');
    expect(decimal('10.00').divideExact(decimal('4')).toString()).to.equal('2.50');
    expect(decimal('6').divideExact(decimal('3')).toString()).to.equal('2');
    expect(decimal('1').divideExact(decimal('3')).toString()).to.equal(`0.${'3'.repeat(33)}`);
  });

  it('compares by value and hashes by scale', () => {
    expect(decimal('1.1').equals(decimal('1.10'))).to.equal(true);
    expect(decimal('1.1').hashCode()).to.not.equal(decimal('1.10').hashCode());
  });

  it('writes the forms of Java', () => {
    expect(decimal('1E+3').toString()).to.equal('1E+3');
    expect(decimal('1E+3').toPlainString()).to.equal('1000');
    expect(decimal('0.0000001').toString()).to.equal('1E-7');
    expect(decimal('-0.05').toString()).to.equal('-0.05');
    expect(decimal('600.0').stripTrailingZeros().toString()).to.equal('6E+2');
  });

  it('takes the shortest text of a double', () => {
    expect(Decimal.fromDouble(1).toString()).to.equal('1.0');
    expect(Decimal.fromDouble(0.1).toString()).to.equal('0.1');
    expect(Decimal.fromDouble(1.5e10).toString()).to.equal('1.5E+10');
  });

  it('wraps where Integer and Long end', () => {
    expect(decimal('2147483648.9').intValue()).to.equal(-2147483648);
    expect(decimal('9223372036854775808').longValue()).to.equal(-9223372036854775808n);
  });
});
