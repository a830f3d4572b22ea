import type { BoundField, BoundType, BoundUnit } from '../bound/nodes.js';
import type { TypeMeta, UnitMeta } from '../runtime/compiled.js';
import { typeToJson } from '../runtime/type-codec.js';
import type { LineShift } from './writer.js';

/** Description of a unit for linker, reflection, test runner and REST: everything but code. */
export function unitMeta(unit: BoundUnit, lineShifts: readonly LineShift[]): UnitMeta {
  return {
    types: unit.types.map(typeMeta),
    trigger: unit.trigger && { object: unit.trigger.object, events: unit.trigger.events },
    dependencies: unit.dependencies,
    executableLines: unit.executableLines,
    lineShifts
  };
}

function typeMeta(type: BoundType): TypeMeta {
  return {
    name: type.type.name,
    kind: type.kind,
    isAbstract: type.isAbstract,
    isException: type.isException,
    isTest: type.isTest,
    isGlobal: type.isGlobal,
    sharing: type.sharing,
    superclass: type.superclass && typeToJson(type.superclass),
    interfaces: type.interfaces.map(typeToJson),
    enumValues: type.enumValues,
    fields: [
      ...type.fields.filter((field) => !field.isStatic).map((field) => fieldMeta(field, false)),
      ...type.properties
        .filter((property) => !property.isStatic)
        .map((property) => fieldMeta(property, Boolean(property.getter?.body ?? property.setter?.body)))
    ],
    methods: type.methods.map((method) => ({
      name: method.name,
      slot: method.slot,
      isStatic: method.isStatic,
      isAbstract: method.isAbstract,
      isTest: method.isTest,
      access: method.access,
      parameters: method.parameters.map(({ name, type: of }) => ({ name, type: typeToJson(of) })),
      returnType: typeToJson(method.returnType),
      annotations: method.annotations,
      line: method.pos.line,
      endLine: method.endPos.line
    })),
    constructors: type.constructors.map(({ slot, parameters, access }) => ({
      slot,
      parameters: parameters.map((parameter) => typeToJson(parameter.type)),
      access
    })),
    annotations: type.annotations
  };
}

const fieldMeta = (field: BoundField, hasAccessors: boolean): TypeMeta['fields'][number] => ({
  name: field.name,
  jsName: field.jsName,
  type: typeToJson(field.type),
  isTransient: field.isTransient,
  isAuraEnabled: field.isAuraEnabled,
  hasAccessors
});
