/** Fields, parents and child lists of records. */
import { ID, listOf, SOBJECT, sobjectType, type ApexType } from '../../../values/type.js';
import type { Position } from '../../ast/nodes.js';
import { apexTypeOf } from '../../../schema/apex-types.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../../schema/definitions.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { dependOn } from '../../binder/type-names.js';
import { objectOf, type World } from '../../binder/world.js';
import type { BodyContext } from '../context.js';

/** The field that makes `name` a parent relationship of the object (`Account`, `Parent__r`). */
export function relationshipField(object: ObjectDefinition, name: string): FieldDefinition | null {
  const key = name.toLowerCase();
  return (
    Object.values(object.fields).find(
      (field) => field.relationshipName?.toLowerCase() === key && field.referenceTo.length > 0
    ) ?? null
  );
}

/** Type of the parent record: generic when the reference may point to several objects. */
export function parentType(schema: OrgSchema, field: FieldDefinition): ApexType {
  const [first] = field.referenceTo;
  if (field.referenceTo.length !== 1 || !first) return genericParent(schema, field);
  return sobjectType(schema.object(first)?.name ?? first);
}

/** `Owner` of a custom object is a Name record on the platform: what User and Group share. */
const genericParent = (schema: OrgSchema, field: FieldDefinition): ApexType =>
  schema.object('Name') && field.referenceTo.length > 1 ? sobjectType('Name') : SOBJECT;

/** `target.name` on a record; null when the object has nothing of that name. */
export function sobjectMember(
  ctx: BodyContext,
  target: BoundExpression,
  name: string,
  safe: boolean,
  pos: Position
): BoundExpression | null {
  const object = objectOf(ctx.world, target.type);
  if (!object) return genericMember(target, name, safe, pos);
  const base = { kind: 'sobject-field', target, object: object.name, safe, pos } as const;
  const field = object.fields[name.toLowerCase()];
  if (field) return { ...base, field: field.name, role: 'value', type: apexTypeOf(field) };
  const relation = relationshipField(object, name);
  if (relation) {
    const type = parentType(ctx.world.schema, relation);
    dependOn(ctx.typeScope, type);
    return { ...base, field: relation.relationshipName ?? name, role: 'parent', type };
  }
  const child = childRelationship(ctx.world, object, name);
  if (child) {
    const type = sobjectType(child.childObject);
    dependOn(ctx.typeScope, type);
    return { ...base, field: child.name, role: 'children', type: listOf(type) };
  }
  return null;
}

/** A variable of type SObject has only the id as a field; everything else goes through get(). */
function genericMember(target: BoundExpression, name: string, safe: boolean, pos: Position): BoundExpression | null {
  if (target.type !== SOBJECT || name.toLowerCase() !== 'id') return null;
  return { kind: 'sobject-field', target, object: null, field: 'Id', role: 'value', safe, type: ID, pos };
}

function childRelationship(
  world: World,
  object: ObjectDefinition,
  name: string
): { readonly name: string; readonly childObject: string } | null {
  const key = name.toLowerCase();
  for (const relation of world.schema.childRelationships(object.name)) {
    if (relation.name?.toLowerCase() === key) {
      const childObject = world.schema.object(relation.childObject)?.name ?? relation.childObject;
      return { name: relation.name, childObject };
    }
  }
  return null;
}
