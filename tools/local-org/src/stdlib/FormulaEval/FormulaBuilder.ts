import { currentTransaction } from '../../apex/runtime/transaction.js';
import { compileFormula, formulaContext, FormulaError, type Formula } from '../../formula/index.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { ApexSet } from '../../values/collections.js';
import type { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import type { EnumValue } from '../../values/enum.js';
import { isNumeric, toDecimal, toDouble } from '../../values/equality.js';
import { PlatformObject } from '../../values/object.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { platformType, STRING } from '../../values/type.js';
import type { TypeValue } from '../../values/type-value.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { defineEnum } from '../support/enums.js';
import { formulaObject, formulaView, withObject } from '../support/formula-subject.js';
import { apexReference } from '../support/reference.js';
import type { SObjectTypeToken } from '../support/tokens.js';

const BUILDER = platformType('FormulaEval', 'FormulaBuilder');
const INSTANCE = platformType('FormulaEval', 'FormulaInstance');
const SOURCE = apexReference('apex_namespace_formulaeval');

const invalid = (message: string): PlatformError => new PlatformError('System.FormulaValidationException', message);

/** Return types and the kind of formula each takes. */
const RETURNS: Readonly<Record<string, Formula['type']>> = {
  BOOLEAN: 'boolean',
  DATE: 'date',
  DATETIME: 'datetime',
  DECIMAL: 'number',
  DOUBLE: 'number',
  ID: 'text',
  INTEGER: 'number',
  LONG: 'number',
  STRING: 'text',
  TIME: 'time'
};

export class FormulaBuilder extends PlatformObject {
  object: ObjectDefinition | null = null;
  formula: string | null = null;
  returnType: string | null = null;
  blanksAsZero = false;

  override get apexType() {
    return BUILDER;
  }

  build(): FormulaInstance {
    if (!this.object) throw invalid('The builder needs a type: call withType');
    if (this.formula === null) throw invalid('The builder needs a formula: call withFormula');
    if (this.returnType === null) throw invalid('The builder needs a return type: call withReturnType');
    const compiled = this.compile(this.object, this.formula);
    const wanted = RETURNS[this.returnType];
    if (compiled.type !== wanted && compiled.type !== 'null' && compiled.type !== 'any') {
      throw invalid(
        `Formula result is data type (${compiled.type}), incompatible with expected data type (${wanted}).`
      );
    }
    return new FormulaInstance(compiled, this.returnType);
  }

  private compile(object: ObjectDefinition, formula: string): Formula {
    try {
      return compileFormula(formula, object, withObject(currentTransaction().schema, object), {
        blanksAsZero: this.blanksAsZero
      });
    } catch (error) {
      if (error instanceof FormulaError) throw invalid(error.message);
      throw error;
    }
  }
}

class FormulaInstance extends PlatformObject {
  constructor(
    readonly formula: Formula,
    private readonly returnType: string
  ) {
    super();
  }

  override get apexType() {
    return INSTANCE;
  }

  /** @throws PlatformError System.FormulaEvaluationException */
  evaluate(subject: unknown): unknown {
    try {
      const value = this.formula.evaluate(formulaView(subject), formulaContext(currentTransaction()));
      return isNumeric(value) ? this.numberOf(toDecimal(value)) : value;
    } catch (error) {
      if (error instanceof FormulaError) throw new PlatformError('System.FormulaEvaluationException', error.message);
      throw error;
    }
  }

  private numberOf(value: Decimal): unknown {
    if (this.returnType === 'INTEGER') return value.intValue();
    if (this.returnType === 'LONG') return value.longValue();
    return this.returnType === 'DOUBLE' ? new DoubleValue(toDouble(value)) : value;
  }
}

/** A setter that answers the builder. */
const set =
  <T>(write: (builder: FormulaBuilder, value: T) => void) =>
  (self: FormulaBuilder, value: T | null): FormulaBuilder => {
    write(self, required(value));
    return self;
  };

export default [
  defineEnum('FormulaEval', 'FormulaReturnType', SOURCE, Object.keys(RETURNS)),
  defineEnum('FormulaEval', 'FormulaGlobal', SOURCE, [
    'CUSTOMMETADATA',
    'LABEL',
    'ORGANIZATION',
    'PERMISSION',
    'PROFILE',
    'SETUP',
    'SYSTEM',
    'USER',
    'USERROLE'
  ]),
  definePlatformType({
    name: 'FormulaEval.FormulaBuilder',
    source: SOURCE,
    methods: {
      'FormulaEval.FormulaInstance build()': (self: FormulaBuilder) => self.build(),
      'FormulaEval.FormulaBuilder parseAsTemplate(Boolean)': set<boolean>((_self, value) => {
        if (value) throw new NotSupportedError('formula templates (FormulaBuilder.parseAsTemplate)');
      }),
      'FormulaEval.FormulaBuilder treatNumericNullAsZero(Boolean)': set<boolean>((self, value) => {
        self.blanksAsZero = value;
      }),
      'FormulaEval.FormulaBuilder withFormula(String)': set<string>((self, value) => {
        self.formula = value;
      }),
      // Formulas of the local org always reach the globals.
      'FormulaEval.FormulaBuilder withGlobalVariables(List<FormulaEval.FormulaGlobal>)': set(() => undefined),
      'FormulaEval.FormulaBuilder withReturnType(FormulaEval.FormulaReturnType)': set<EnumValue>((self, value) => {
        self.returnType = value.name;
      }),
      'FormulaEval.FormulaBuilder withType(System.Type)': set<TypeValue>((self, value) => {
        // Formulas see global classes only.
        const ofOrg = value.of.kind === 'user' ? currentTransaction().code.type(value.of.name) : null;
        if (ofOrg && !ofOrg.isGlobal) throw invalid(`${value.of.name} must be a global class to be used in a formula`);
        self.object = formulaObject(value.of);
        if (!self.object) throw invalid(`Formulas cannot be written for ${value.of.name}`);
      }),
      'FormulaEval.FormulaBuilder withType(Schema.SObjectType)': set<SObjectTypeToken>((self, value) => {
        self.object = value.definition();
      })
    }
  }),
  definePlatformType({
    name: 'FormulaEval.FormulaInstance',
    source: SOURCE,
    methods: {
      'Object evaluate(Object)': (self: FormulaInstance, subject: unknown) => self.evaluate(required(subject)),
      'Set<String> getReferencedFields()': (self: FormulaInstance) => new ApexSet(STRING, self.formula.references)
    }
  })
];
