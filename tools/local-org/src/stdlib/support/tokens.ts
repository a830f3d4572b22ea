import { currentTransaction } from '../../apex/runtime/transaction.js';
import { AGGREGATE_RESULT } from '../../schema/aggregate-result.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';

const SOBJECT_TYPE = platformType('Schema', 'SObjectType');
const SOBJECT_FIELD = platformType('Schema', 'SObjectField');

/** A Schema.SObjectType: one object per name, so that identity compares. */
export class SObjectTypeToken extends PlatformObject {
  /** @param objectName API name in its declared spelling. */
  constructor(readonly objectName: string) {
    super();
  }

  override get apexType() {
    return SOBJECT_TYPE;
  }

  override apexText(): string {
    return this.objectName;
  }

  /** @throws PlatformError System.TypeException when the org has no such object any more. */
  definition(): ObjectDefinition {
    if (this.objectName === AGGREGATE_RESULT.name) return AGGREGATE_RESULT;
    const object = currentTransaction().schema.object(this.objectName);
    if (!object) throw new PlatformError('System.TypeException', `Invalid sobject type: ${this.objectName}`);
    return object;
  }
}

/** A Schema.SObjectField: one object per object and field. */
export class SObjectFieldToken extends PlatformObject {
  /** @param fieldName API name in its declared spelling. */
  constructor(
    readonly objectName: string,
    readonly fieldName: string
  ) {
    super();
  }

  override get apexType() {
    return SOBJECT_FIELD;
  }

  override apexText(): string {
    return this.fieldName;
  }

  /** @throws PlatformError System.SObjectException when the org has no such field any more. */
  definition(): FieldDefinition {
    const field = currentTransaction().schema.field(this.objectName, this.fieldName);
    if (!field) throw invalidField(this.objectName, this.fieldName);
    return field;
  }
}

const types = new Map<string, SObjectTypeToken>();
const fields = new Map<string, SObjectFieldToken>();

/** @param objectName declared spelling. */
export function sobjectTypeToken(objectName: string): SObjectTypeToken {
  const key = objectName.toLowerCase();
  let token = types.get(key);
  if (!token) types.set(key, (token = new SObjectTypeToken(objectName)));
  return token;
}

/** @param objectName and @param fieldName declared spelling. */
export function fieldToken(objectName: string, fieldName: string): SObjectFieldToken {
  const key = `${objectName}.${fieldName}`.toLowerCase();
  let token = fields.get(key);
  if (!token) fields.set(key, (token = new SObjectFieldToken(objectName, fieldName)));
  return token;
}

export const invalidField = (objectName: string, field: string): PlatformError =>
  new PlatformError('System.SObjectException', `Invalid field ${field} for ${objectName}`);
