import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import type { AccessRights } from '../schema/execution.js';
import { compoundOf } from './compound-rights.js';

export interface ObjectGrant extends Readonly<Record<string, boolean>> {
  readonly read: boolean;
  readonly create: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  readonly viewAll: boolean;
  readonly modifyAll: boolean;
  readonly viewAllFields: boolean;
}

export interface FieldGrant extends Readonly<Record<string, boolean>> {
  readonly read: boolean;
  readonly edit: boolean;
}

export interface Grants {
  readonly schema: OrgSchema;
  /** Automated Process and the like: nobody limits them. */
  readonly isMachine: boolean;
  /** By object in lower case. */
  readonly objects: ReadonlyMap<string, ObjectGrant>;
  /** By `object.field` in lower case. */
  readonly fields: ReadonlyMap<string, FieldGrant>;
  readonly profileObjects: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly system: ReadonlySet<string>;
  /** The user, those below in the role hierarchy, and the user's queues and groups. */
  readonly visibleOwners: readonly string[];
}

const ALL: ObjectGrant = {
  read: true,
  create: true,
  edit: true,
  delete: true,
  viewAll: true,
  modifyAll: true,
  viewAllFields: false
};
const NONE: ObjectGrant = {
  read: false,
  create: false,
  edit: false,
  delete: false,
  viewAll: false,
  modifyAll: false,
  viewAllFields: false
};

/**
 * What a user may do.
 * https://developer.salesforce.com/docs/atlas.en-us.securityImplGuide.meta/securityImplGuide/permissions_about_users_access.htm
 */
export class EffectiveRights implements AccessRights {
  private readonly objectCache = new Map<string, ObjectGrant>();

  constructor(private readonly grants: Grants) {}

  get visibleOwners(): readonly string[] {
    return this.grants.visibleOwners;
  }

  object(name: string): ObjectGrant {
    const key = name.toLowerCase();
    let grant = this.objectCache.get(key);
    if (!grant) this.objectCache.set(key, (grant = this.objectGrant(key)));
    return grant;
  }

  field(object: string, field: string): FieldGrant {
    const definition = this.grants.schema.field(object, field);
    const rights = this.object(object);
    const explicit = this.explicit(object, field);
    const free = this.grants.isMachine || !definition || this.isFree(object, definition);
    const writable = definition ? definition.createable || definition.updateable : false;
    // Who may not see the object sees none of its fields.
    return {
      read: rights.read && (free || rights.viewAllFields || (explicit?.read ?? false)),
      edit: writable && (rights.create || rights.edit) && (free || (explicit?.edit ?? false))
    };
  }

  /** The grant that names the field, or the compound field it is a part of. */
  private explicit(object: string, field: string): FieldGrant | undefined {
    const own = this.grants.fields.get(`${object}.${field}`.toLowerCase());
    const definition = this.grants.schema.object(object);
    const compound = definition && compoundOf(definition, field);
    return own ?? (compound ? this.grants.fields.get(`${object}.${compound}`.toLowerCase()) : undefined);
  }

  /** Field-level security does not apply, or comes with the object. */
  private isFree(object: string, field: FieldDefinition): boolean {
    if (!field.permissionable || this.comesWithObject(object, field)) return true;
    const definition = this.grants.schema.object(object);
    // Fields of platform events have no security of their own (Platform Events Developer Guide, "Considerations").
    if (definition?.kind === 'platform-event') return true;
    const compound = definition && compoundOf(definition, field.name);
    return compound === 'Name' && !definition?.fields['name']?.permissionable;
  }

  apexClass(name: string): boolean {
    return (
      this.grants.isMachine ||
      this.systemPermission('AuthorApex') ||
      this.grants.entities.has(`apexclass:${name.toLowerCase()}`)
    );
  }

  customPermission(name: string): boolean {
    return this.grants.entities.has(`custompermission:${name.toLowerCase()}`);
  }

  /** @param name with or without the prefix `Permissions`. */
  systemPermission(name: string): boolean {
    return this.grants.isMachine || this.grants.system.has(name.toLowerCase().replace(/^permissions/, ''));
  }

  private objectGrant(key: string): ObjectGrant {
    if (this.grants.isMachine) return ALL;
    const definition = this.grants.schema.object(key);
    const granted = this.grants.objects.get(key) ?? NONE;
    const own = ACTIVITIES.has(key) ? { ...granted, read: true } : granted;
    const modify = this.systemPermission('ModifyAllData');
    if (definition && !isPermissionable(definition)) return this.unlistedGrant(definition);
    if (modify) return { ...ALL, viewAllFields: own.viewAllFields };
    if (this.systemPermission('ViewAllData')) return { ...own, read: true, viewAll: true };
    return own;
  }

  /** Objects without object permissions: changes are for administrators; what is configuration is granted by name. */
  private unlistedGrant(definition: ObjectDefinition): ObjectGrant {
    const customizes = this.systemPermission('CustomizeApplication');
    const mayWrite = customizes || (definition.kind === 'setup' && this.systemPermission('ManageUsers'));
    const named = this.grants.entities.has(`object:${definition.name.toLowerCase()}`);
    const read = isConfiguration(definition)
      ? customizes || named
      : !CODE.has(definition.name) || customizes || this.systemPermission('ViewSetup');
    return { ...(mayWrite ? ALL : NONE), read, viewAll: read };
  }

  /** A profile that gives an object gives its standard fields too; permission sets name every field. */
  private comesWithObject(object: string, field: FieldDefinition): boolean {
    const definition = this.grants.schema.object(object);
    if (definition && isConfiguration(definition)) return true;
    if (field.custom) return false;
    return (
      this.grants.profileObjects.has(object.toLowerCase()) || (definition !== null && !isPermissionable(definition))
    );
  }
}

/** Whoever may see setup sees code. */
const CODE = new Set(['ApexClass', 'ApexTrigger', 'ApexPage', 'ApexComponent']);

const isConfiguration = (definition: ObjectDefinition): boolean =>
  definition.kind === 'custom-metadata' ||
  definition.kind === 'list-setting' ||
  definition.kind === 'hierarchy-setting';

/** Object permissions do not cover activities: whoever may log in reads those that sharing shows, field by field. */
const ACTIVITIES = new Set(['task', 'event']);

/** Objects that object permissions exist for. */
function isPermissionable(definition: ObjectDefinition): boolean {
  switch (definition.kind) {
    case 'custom':
    case 'platform-event':
      return true;
    case 'standard':
      // Shares, histories and other companions go with their object.
      return definition.createable;
    default:
      return false;
  }
}
