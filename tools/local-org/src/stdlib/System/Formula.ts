import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType } from '../../values/type.js';
import { FormulaBuilder } from '../FormulaEval/FormulaBuilder.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { recalculate, type FieldFailure } from '../support/recalculate.js';
import { apexReference } from '../support/reference.js';

const RESULT = platformType('System', 'FormulaRecalcResult');
const FIELD_ERROR = platformType('System', 'FormulaRecalcFieldError');

class RecalcFieldError extends PlatformObject {
  constructor(readonly failure: FieldFailure) {
    super();
  }

  override get apexType() {
    return FIELD_ERROR;
  }
}

class RecalcResult extends PlatformObject {
  constructor(
    readonly record: SObjectRecord,
    readonly failures: readonly FieldFailure[]
  ) {
    super();
  }

  override get apexType() {
    return RESULT;
  }
}

export default [
  definePlatformType({
    name: 'System.Formula',
    source: apexReference('apex_class_System_Formula'),
    statics: {
      'FormulaEval.FormulaBuilder builder()': () => new FormulaBuilder(),
      'List<System.FormulaRecalcResult> recalculateFormulas(List<SObject>)': (records: ApexList | null) =>
        new ApexList(
          RESULT,
          (required(records).items as SObjectRecord[]).map((record) => new RecalcResult(record, recalculate(record)))
        )
    }
  }),
  definePlatformType({
    name: 'System.FormulaRecalcResult',
    source: apexReference('apex_class_System_FormulaRecalcResult'),
    methods: {
      'List<System.FormulaRecalcFieldError> getErrors()': (self: RecalcResult) =>
        new ApexList(
          FIELD_ERROR,
          self.failures.map((failure) => new RecalcFieldError(failure))
        ),
      'SObject getSObject()': (self: RecalcResult) => self.record,
      'Boolean isSuccess()': (self: RecalcResult) => self.failures.length === 0
    }
  }),
  definePlatformType({
    name: 'System.FormulaRecalcFieldError',
    source: apexReference('apex_class_System_FormulaRecalcFieldError'),
    methods: {
      'String getFieldError()': (self: RecalcFieldError) => self.failure.message,
      'String getFieldName()': (self: RecalcFieldError) => self.failure.field
    }
  })
];
