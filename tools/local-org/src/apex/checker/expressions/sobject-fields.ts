/** Fields, parents and child lists of records. */
import { ID, listOf, SOBJECT, sobjectType, STRING, type ApexType } from '../../../values/type.js';
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

/** Type of the parent record: the generic one when the reference may point to several objects. */
export function parentType(schema: OrgSchema, field: FieldDefinition): ApexType {
  const [first] = field.referenceTo;
  if (field.referenceTo.length !== 1 || !first) return SOBJECT;
  return sobjectType(schema.object(first)?.name ?? first);
}

/** `target.name` on a record; null when the object has nothing of that name. */
export function sobjectMember(
  ctx: BodyContext,
  target: BoundExpression,
  name: string,
  safe: boolean,
  pos: Position
): BoundExpression | null {
  const object = objectOf(ctx.world, target.type);
  if (!object) return genericMember(ctx, target, name, safe, pos);
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

/**
 * A variable of type SObject or AggregateResult has only the id as a field; everything else goes through get(). A parent that may be one of
 * several objects has the fields that any of them has (`task.What.Name`).
 */
function genericMember(
  ctx: BodyContext,
  target: BoundExpression,
  name: string,
  safe: boolean,
  pos: Position
): BoundExpression | null {
  if (target.type !== SOBJECT && target.type.key !== 'aggregateresult') return null;
  const base = { kind: 'sobject-field', target, object: null, safe, pos } as const;
  if (name.toLowerCase() === 'id') return { ...base, field: 'Id', role: 'value', type: ID };
  const parents = possibleParents(ctx.world, target);
  // Name records, which stand for polymorphic parents, know the object of the record.
  if (parents.length > 0 && name.toLowerCase() === 'type') {
    return { ...base, field: 'Type', role: 'value', type: STRING };
  }
  for (const object of parents) {
    const field = object.fields[name.toLowerCase()];
    if (field) return { ...base, field: field.name, role: 'value', type: apexTypeOf(field) };
    const relation = relationshipField(object, name);
    if (relation) {
      const type = parentType(ctx.world.schema, relation);
      return { ...base, field: relation.relationshipName ?? name, role: 'parent', type };
    }
  }
  return null;
}

/** Objects that a polymorphic relationship may lead to; empty for every other expression. */
function possibleParents(world: World, target: BoundExpression): readonly ObjectDefinition[] {
  if (target.kind !== 'sobject-field' || target.role !== 'parent' || target.object === null) return [];
  const child = world.schema.object(target.object);
  const relation = child ? relationshipField(child, target.field) : null;
  return (relation?.referenceTo ?? []).map((name) => world.schema.object(name)).filter((object) => object !== null);
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
