import { expect } from 'chai';
import type { RuntimeClass } from '../../src/apex/runtime/transaction.js';
import { sobjectTypeToken } from '../../src/stdlib/support/tokens.js';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const returns = (name: string): values.EnumValue =>
  values.platformEnumValue('formulaeval.formulareturntype', name) as values.EnumValue;

function builder(formula: string, returnType: string): unknown {
  const made = call('System.Formula#builder()');
  call('FormulaEval.FormulaBuilder#withFormula(String)', made, formula);
  return call('FormulaEval.FormulaBuilder#withReturnType(FormulaEval.FormulaReturnType)', made, returns(returnType));
}

const evaluate = (built: unknown, subject: unknown): unknown =>
  call('FormulaEval.FormulaInstance#evaluate(Object)', call('FormulaEval.FormulaBuilder#build()', built), subject);

function account(amount: string): values.SObjectRecord {
  const record = new values.SObjectRecord('Account');
  record.fields.set('amount__c', values.Decimal.parse(amount));
  return record;
}

describe('Formula', () => {
  before(loadLibrary);

  it('is evaluated on a record', () => {
    inOrg(() => {
      const built = builder('Amount__c * 2 > 5', 'BOOLEAN');
      call('FormulaEval.FormulaBuilder#withType(Schema.SObjectType)', built, sobjectTypeToken('Account'));
      expect(evaluate(built, account('3'))).to.equal(true);
      expect(evaluate(built, account('2'))).to.equal(false);
    });
  });

  it('is evaluated on an instance whose fields hold records', () => {
    const runtime = {
      type: values.userType('Context'),
      kind: 'class',
      isGlobal: true,
      fields: [
        {
          name: 'record',
          jsName: '_record',
          type: values.sobjectType('Account'),
          isTransient: false,
          hasAccessors: false
        },
        { name: 'factor', jsName: '_factor', type: values.INTEGER, isTransient: false, hasAccessors: false }
      ]
    } as unknown as RuntimeClass;
    inOrg(
      () => {
        const built = builder('record.Amount__c * factor', 'DECIMAL');
        call('FormulaEval.FormulaBuilder#withType(Type)', built, values.TypeValue.for(runtime.type));
        const subject = { $class: runtime, _record: account('1.5'), _factor: 4 };
        expect(String(evaluate(built, subject))).to.equal('6.0');
      },
      { classes: [runtime] }
    );
    inOrg(
      () => {
        const type = values.TypeValue.for(runtime.type);
        expect(() => call('FormulaEval.FormulaBuilder#withType(Type)', builder('factor', 'DECIMAL'), type)).to.throw(
          'global'
        );
      },
      { classes: [{ ...runtime, isGlobal: false }] }
    );
  });

  it('is refused when it does not fit', () => {
    inOrg(() => {
      const typed = (formula: string): unknown => {
        const built = builder(formula, 'BOOLEAN');
        return call('FormulaEval.FormulaBuilder#withType(Schema.SObjectType)', built, sobjectTypeToken('Account'));
      };
      const build = (built: unknown): unknown => call('FormulaEval.FormulaBuilder#build()', built);
      expect(() => build(typed('Nothing__c = 1'))).to.throw('Nothing__c');
      expect(() => build(typed('Amount__c'))).to.throw('incompatible with expected data type (boolean)');
    });
  });
});
